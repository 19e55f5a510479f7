import type { Story } from './story/commands';

/** Stories that once broke a promise, as short as shrinking made them, by what went wrong. */
export const regressions: Record<string, Story> = {
  'a body read from a cache of the server before the clock was set back is read again':
    {
      seed: 0,
      commands: [
        { do: 'server', isShuffling: false, staleMs: 60_000 },
        { do: 'jump', ms: -86_400_000 },
        { do: 'add', tab: 0 },
        { do: 'others', what: 'editForm', at: 3 },
        { do: 'pass', ms: 1_000 },
        { do: 'jump', ms: -86_400_000 },
      ],
    },
  'a save that joined a waiting one before its tab was killed may be what is done':
    {
      seed: 0,
      commands: [
        { do: 'weather', to: 'cut' },
        { do: 'pass', ms: 65_000 },
        { do: 'add', tab: 0 },
        { do: 'crash', tab: 0, point: 'K2' },
        { do: 'edit', tab: 0, at: 0, field: 'name' },
      ],
    },
  'a deletion is not taken for done because others changed the phone': {
    seed: 0,
    commands: [
      { do: 'pass', ms: 16000 },
      { do: 'fault', on: 'write', kind: 'silent' },
      { do: 'remove', tab: 0, at: 1 },
      { do: 'pass', ms: 5000 },
      { do: 'others', what: 'newPhone', at: 1 },
    ],
  },
  'a form whose creation lost its reply is not shown and changed under two names':
    {
      seed: 1114301875,
      commands: [
        { do: 'addForm', tab: 1, code: 0 },
        { do: 'fault', on: 'write', kind: 'cutAfter' },
        { do: 'addForm', tab: 1, code: 1 },
        { do: 'editForm', tab: 2, at: 5, how: 'head' },
        { do: 'pass', ms: 5000 },
        { do: 'editForm', tab: 2, at: 3, how: 'head' },
      ],
    },
  'changes of a form whose creation was dropped do not wait for ever': {
    seed: 1151660947,
    commands: [
      { do: 'removeForm', tab: 1, at: 0 },
      { do: 'crash', tab: 2, point: 'K8' },
      { do: 'addForm', tab: 2, code: 0 },
      { do: 'crash', tab: 0, point: 'K11' },
      { do: 'editForm', tab: 2, at: 2, how: 'question' },
      { do: 'add', tab: 2 },
      { do: 'pass', ms: 25000 },
      { do: 'look', tab: 0, isVisible: false },
      { do: 'decide', tab: 2, at: 4, choice: 'cancel' },
      { do: 'edit', tab: 0, at: 5, field: 'name' },
      { do: 'edit', tab: 0, at: 2, field: 'phone' },
      { do: 'sleep', ms: 28800000 },
      { do: 'editForm', tab: 2, at: 0, how: 'question' },
      { do: 'add', tab: 0 },
      { do: 'editForm', tab: 2, at: 3, how: 'question' },
      { do: 'decide', tab: 0, at: 5, choice: 'cancel' },
    ],
  },
  'a form deleted before the copy was made anew shows nothing, and nothing is lost':
    {
      seed: 1565543370,
      commands: [
        { do: 'editForm', tab: 2, at: 5, how: 'head' },
        { do: 'others', what: 'deleteForm', at: 1 },
        { do: 'logOut', what: 'cache', killedAt: 1 },
      ],
    },
  'no body is cached of a form that is left to its creation': {
    seed: 1547996255,
    commands: [
      { do: 'addForm', tab: 1, code: 0 },
      { do: 'update' },
      { do: 'others', what: 'deleteForm', at: 2 },
    ],
  },
  'a creation found on the server is not done before its id is known': {
    seed: 1547996255,
    commands: [
      { do: 'addForm', tab: 1, code: 0 },
      { do: 'update' },
      { do: 'jump', ms: -86400000 },
      { do: 'edit', tab: 1, at: 2, field: 'name' },
      { do: 'jump', ms: 3600000 },
      { do: 'crash', tab: 2, point: 'K11' },
      { do: 'fault', on: 'read', kind: 'silent' },
      { do: 'pass', ms: 1000 },
    ],
  },
  'a request of a dead tab that arrives late does not undo a newer change': {
    seed: 2,
    commands: [
      { do: 'online', tab: 0, isOnline: false },
      { do: 'fault', on: 'write', kind: 'delay' },
      { do: 'publish', tab: 0, at: 0 },
      { do: 'crash', tab: 0, point: 'K7' },
      { do: 'edit', tab: 0, at: 0, field: 'name' },
      { do: 'editForm', tab: 0, at: 0, how: 'head' },
      { do: 'edit', tab: 0, at: 1, field: 'name' },
      { do: 'pass', ms: 5000 },
    ],
  },
  'what a dying worker had created is not created again after its phone was changed':
    {
      seed: 0,
      commands: [
        { do: 'crash', tab: 0, point: 'K10' },
        { do: 'add', tab: 0 },
        { do: 'edit', tab: 0, at: 5, field: 'phone' },
      ],
    },
  'a description saved in a storm does not hide what others added to the form':
    {
      seed: 451135410,
      commands: [
        { do: 'fault', on: 'read', kind: 'failAfter' },
        { do: 'publish', tab: 0, at: 0 },
        { do: 'publish', tab: 0, at: 0 },
        { do: 'editForm', tab: 0, at: 0, how: 'head' },
        { do: 'pass', ms: 5000 },
        { do: 'revoke' },
        { do: 'editForm', tab: 0, at: 1, how: 'head' },
        { do: 'pass', ms: 5000 },
        { do: 'others', what: 'editForm', at: 3 },
        { do: 'signIn', as: 0 },
        { do: 'weather', to: 'storm' },
        { do: 'pass', ms: 65000 },
      ],
    },
  'a lost request is waited for also when the clock was set back meanwhile': {
    seed: 224001343,
    commands: [
      { do: 'crash', tab: 0, point: 'K4' },
      { do: 'publish', tab: 0, at: 0 },
      { do: 'fault', on: 'write', kind: 'busy' },
      { do: 'pass', ms: 100 },
      { do: 'jump', ms: -86400000 },
      { do: 'open' },
      { do: 'editForm', tab: 0, at: 0, how: 'head' },
      { do: 'pass', ms: 5000 },
    ],
  },
  'a leader that thaws in the middle of a change does not send it after newer ones':
    {
      seed: 93718636,
      commands: [
        { do: 'online', tab: 0, isOnline: true },
        { do: 'pass', ms: 65000 },
        { do: 'update' },
        { do: 'remove', tab: 0, at: 0 },
        { do: 'publish', tab: 0, at: 0 },
        { do: 'freeze', tab: 0 },
        { do: 'open' },
        { do: 'publish', tab: 0, at: 0 },
        { do: 'pass', ms: 65000 },
      ],
    },
  'a message sent once does not prove that the same to everybody was sent': {
    seed: 1,
    server: { failsAfterBuzz: 0 },
    commands: [
      { do: 'notify', tab: 0, text: 'same', to: 'firstTwo', isTwice: false },
      { do: 'pass', ms: 16_000 },
      { do: 'fault', on: 'write', kind: 'cutBefore' },
      { do: 'notify', tab: 0, text: 'same', to: 'all', isTwice: false },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'a message sent once does not prove that it was sent to the same two again': {
    seed: 1,
    server: { failsAfterBuzz: 0 },
    commands: [
      { do: 'notify', tab: 0, text: 'same', to: 'firstTwo', isTwice: false },
      { do: 'pass', ms: 16_000 },
      { do: 'fault', on: 'write', kind: 'cutBefore' },
      { do: 'notify', tab: 0, text: 'same', to: 'firstTwo', isTwice: false },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'the message of a colleague does not prove that ours was sent': {
    seed: 0,
    server: { failsAfterBuzz: 0 },
    commands: [
      { do: 'fault', on: 'write', kind: 'cutBefore' },
      { do: 'notify', tab: 0, text: 'same', to: 'firstTwo', isTwice: false },
      { do: 'pass', ms: 16_000 },
      { do: 'others', what: 'colleagueWrites', at: 0 },
    ],
  },
  'an earlier message from another device does not prove that ours was sent': {
    seed: 0,
    server: { failsAfterBuzz: 0 },
    commands: [
      { do: 'fault', on: 'write', kind: 'cutBefore' },
      { do: 'notify', tab: 0, text: 'same', to: 'firstTwo', isTwice: false },
      { do: 'others', what: 'deviceWrites', at: 0 },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'one row of the history proves one of two identical messages': {
    seed: 0,
    server: { failsAfterBuzz: 0 },
    commands: [
      { do: 'fault', on: 'write', kind: 'cutAfter' },
      { do: 'fault', on: 'write', kind: 'cutBefore' },
      { do: 'notify', tab: 0, text: 'same', to: 'firstTwo', isTwice: true },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'a message whose recipient was deleted meanwhile can be sent to the other': {
    seed: 1,
    server: { failsAfterBuzz: 0 },
    commands: [
      { do: 'notify', tab: 0, text: 'new', to: 'lastTwo', isTwice: false },
      { do: 'others', what: 'delete', at: 3 },
      { do: 'pass', ms: 65_000 },
    ],
  },
  'a county is added on the revision that has provinces': {
    seed: 0,
    server: { revision: 'newer' },
    commands: [{ do: 'addCounty', tab: 0, isTwin: false }],
  },
  'two counties added at once do not get one id': {
    seed: 0,
    commands: [
      { do: 'weather', to: 'cut' },
      { do: 'pass', ms: 65_000 },
      { do: 'addCounty', tab: 0, isTwin: false },
      { do: 'addCounty', tab: 0, isTwin: false },
      { do: 'weather', to: 'good' },
      { do: 'fault', on: 'write', kind: 'delay' },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'a county that was there is not taken for one that was never sent': {
    seed: 1,
    commands: [
      { do: 'pass', ms: 1_000 },
      { do: 'fault', on: 'read', kind: 'cutBefore' },
      { do: 'addCounty', tab: 0, isTwin: true },
      { do: 'pass', ms: 65_000 },
    ],
  },
  'a county that was there does not prove that the same was added once more': {
    seed: 0,
    commands: [
      { do: 'fault', on: 'write', kind: 'cutBefore' },
      { do: 'addCounty', tab: 0, isTwin: true },
      { do: 'pass', ms: 65_000 },
    ],
  },
  'a message is found in a long history whose pages are not ordered': {
    seed: 2,
    server: { failsAfterBuzz: 0, pageCap: undefined, oldMessages: 120 },
    commands: [
      { do: 'server', isShuffling: true, staleMs: 0 },
      { do: 'fault', on: 'write', kind: 'cutAfter' },
      { do: 'notify', tab: 0, text: 'new', to: 'firstTwo', isTwice: false },
      { do: 'pass', ms: 65_000 },
      { do: 'pass', ms: 25_000 },
    ],
  },
  'a history whose pages shifted does not deny a message': {
    seed: 9,
    server: { failsAfterBuzz: 0, oldMessages: 4, pageCap: 2 },
    commands: [
      { do: 'server', isShuffling: true, staleMs: 0 },
      { do: 'fault', on: 'write', kind: 'cutAfter' },
      { do: 'notify', tab: 0, text: 'new', to: 'firstTwo', isTwice: false },
      { do: 'pass', ms: 65_000 },
      { do: 'pass', ms: 25_000 },
    ],
  },
  'observers read from pages that shifted are not shown as all': {
    seed: 1,
    commands: [
      { do: 'server', isShuffling: true, staleMs: 0 },
      { do: 'pull', tab: 0, what: 'pullObservers' },
      { do: 'pull', tab: 0, what: 'pullObservers' },
    ],
  },
  'threads read from pages that shifted are not shown as all': {
    seed: 1,
    server: { pageCap: 1 },
    commands: [
      { do: 'server', isShuffling: true, staleMs: 0 },
      { do: 'sleep', ms: 28_800_000 },
      { do: 'sleep', ms: 28_800_000 },
    ],
  },
  'a message that a busy server refused promises nothing that nobody does': {
    seed: 0,
    server: { failsAfterBuzz: 0 },
    commands: [
      { do: 'fault', on: 'write', kind: 'busy' },
      { do: 'notify', tab: 0, text: 'new', to: 'all', isTwice: false },
      { do: 'pass', ms: 65_000 },
    ],
  },
  'a PIN of an edit that joined a waiting one reaches the server': {
    seed: 0,
    commands: [
      { do: 'weather', to: 'cut' },
      { do: 'pass', ms: 65_000 },
      { do: 'edit', tab: 0, at: 0, field: 'name', hasPin: true },
      { do: 'edit', tab: 0, at: 0, field: 'pin' },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'a PIN of an edit that joined a waiting addition reaches the server': {
    seed: 0,
    commands: [
      { do: 'weather', to: 'cut' },
      { do: 'pass', ms: 65_000 },
      { do: 'add', tab: 0 },
      { do: 'edit', tab: 0, at: 0, field: 'phone', hasPin: true },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'a PIN whose reply was lost is not set once more after a newer one': {
    seed: 0,
    commands: [
      { do: 'fault', on: 'write', kind: 'cutAfter' },
      { do: 'edit', tab: 0, at: 0, field: 'pin' },
      { do: 'edit', tab: 0, at: 0, field: 'pin' },
      { do: 'pass', ms: 65_000 },
    ],
  },
  'a question saved before a publish stays when a cache of the server answers with the older form':
    {
      seed: 1,
      commands: [
        { do: 'server', isShuffling: false, staleMs: 60_000 },
        { do: 'editForm', tab: 0, at: 5, how: 'question' },
        { do: 'publish', tab: 0, at: 5 },
        { do: 'pass', ms: 65_000 },
      ],
    },
  'a lost publish that others did as well does not arrive after a newer change':
    {
      seed: 1,
      commands: [
        { do: 'fault', on: 'write', kind: 'held' },
        { do: 'publish', tab: 0, at: 0 },
        { do: 'others', what: 'publish', at: 0 },
        { do: 'editForm', tab: 0, at: 0, how: 'head' },
        { do: 'pass', ms: 65_000 },
      ],
    },
  'a lost edit does not arrive after what its user decided about it': {
    seed: 1,
    commands: [
      { do: 'fault', on: 'write', kind: 'held' },
      { do: 'edit', tab: 0, at: 0, field: 'name' },
      { do: 'pass', ms: 16_000 },
      { do: 'others', what: 'rename', at: 0 },
      { do: 'pass', ms: 16_000 },
      { do: 'decide', tab: 0, at: 0, choice: 'mine' },
      { do: 'pass', ms: 5_000 },
      { do: 'edit', tab: 0, at: 0, field: 'name' },
      { do: 'pass', ms: 65_000 },
    ],
  },
  'an edit of an observer that is found deleted at that moment is shown': {
    seed: 3,
    commands: [
      { do: 'others', what: 'delete', at: 2 },
      { do: 'pull', tab: 0, what: 'pullObservers' },
      { do: 'pass', ms: 5_000 },
      { do: 'fault', on: 'observer', kind: 'delay' },
      { do: 'pull', tab: 0, what: 'pullObservers' },
      { do: 'edit', tab: 0, at: 2, field: 'name' },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'the same message from another device to everybody by name stands for ours': {
    seed: 1,
    server: { failsAfterBuzz: 0 },
    commands: [
      { do: 'crash', tab: 0, point: 'K3' },
      { do: 'notify', tab: 0, text: 'same', to: 'known', isTwice: false },
      { do: 'pass', ms: 25_000 },
      { do: 'others', what: 'deviceWrites', at: 1 },
    ],
  },
  'a request that is late when its user logs out has arrived when all is at rest':
    {
      seed: 2,
      commands: [
        { do: 'fault', on: 'write', kind: 'delay' },
        { do: 'editCounty', tab: 0, at: 0, field: 'order' },
        { do: 'logOut', what: 'all', killedAt: 1 },
      ],
    },
  'readings that add up after a clean one are those since it': {
    seed: 201_372,
    server: { clientPages: 2, revision: 'newer', failsAfterBuzz: 0 },
    commands: [
      { do: 'close', tab: 2 },
      { do: 'server', isShuffling: true, staleMs: 60_000 },
      { do: 'open' },
      { do: 'pull', tab: 1, what: 'pullObservers' },
      { do: 'pass', ms: 5_000 },
      { do: 'fault', on: 'read', kind: 'truncated' },
      { do: 'jump', ms: -86_400_000 },
      { do: 'notify', tab: 1, text: 'same', to: 'known', isTwice: false },
      { do: 'pass', ms: 16_000 },
    ],
  },
  'a description stays seen when an editor that opened before saves a question':
    {
      seed: 1,
      commands: [
        { do: 'weather', to: 'cut' },
        { do: 'editForm', tab: 0, at: 0, how: 'head', isHasty: true },
        { do: 'editForm', tab: 0, at: 0, how: 'question' },
      ],
    },
  'a question stays seen when an editor that opened before saves a description':
    {
      seed: 1,
      commands: [
        { do: 'editForm', tab: 0, at: 0, how: 'question', isHasty: true },
        { do: 'editForm', tab: 0, at: 0, how: 'head' },
      ],
    },
  'a county that a wiped device sent late does not overwrite a newer one': {
    seed: 0,
    commands: [
      { do: 'fault', on: 'county.import', kind: 'held' },
      { do: 'addCounty', tab: 0, isTwin: false },
      { do: 'logOut', what: 'all', killedAt: 0 },
      { do: 'signIn', as: 0 },
      { do: 'addCounty', tab: 0, isTwin: false },
    ],
  },
  'a list that was empty when it was read is told as empty for a while': {
    seed: 12,
    commands: [
      { do: 'pull', tab: 0, what: 'pullForms' },
      { do: 'update' },
      { do: 'weather', to: 'cut' },
      { do: 'editCounty', tab: 1, at: 4, field: 'name' },
      { do: 'others', what: 'publish', at: 0 },
      { do: 'pass', ms: 5_000 },
      { do: 'others', what: 'publish', at: 4 },
    ],
  },
  'of two messages alike, the first may be the one that another device sent': {
    seed: 6_662,
    commands: [
      { do: 'addCounty', tab: 1, isTwin: false },
      { do: 'addForm', tab: 2, code: 1 },
      { do: 'edit', tab: 0, at: 1, field: 'phone', hasPin: true },
      { do: 'read', tab: 2, at: 0 },
      { do: 'notify', tab: 2, text: 'same', to: 'all', isTwice: true },
      { do: 'freeze', tab: 0 },
      { do: 'fault', on: 'write', kind: 'delay' },
      { do: 'pass', ms: 65_000 },
      { do: 'crash', tab: 1, point: 'K5' },
      { do: 'thaw', tab: 2 },
      { do: 'read', tab: 2, at: 4 },
      { do: 'addForm', tab: 2, code: 2 },
      { do: 'others', what: 'deviceWrites', at: 1 },
    ],
  },
  'a county that was saved while the copy is filled anew does not show its old name':
    {
      seed: 200_080,
      commands: [
        { do: 'addForm', tab: 0, code: 1 },
        { do: 'weather', to: 'portal' },
        { do: 'editCounty', tab: 2, at: 0, field: 'name' },
        { do: 'add', tab: 0 },
        { do: 'crash', tab: 0, point: 'now' },
        { do: 'open' },
        { do: 'logOut', what: 'cache', killedAt: 2 },
        { do: 'pass', ms: 100 },
      ],
    },
  'a change that a file brought is seen in the place of an earlier one': {
    seed: 2_110_646_148,
    commands: [
      { do: 'others', what: 'addThread', at: 3 },
      { do: 'handOver', tab: 0, goesOn: false },
      { do: 'pass', ms: 5_000 },
      { do: 'signIn', as: 0 },
      { do: 'remove', tab: 0, at: 3 },
      { do: 'edit', tab: 2, at: 4, field: 'name' },
      { do: 'removeForm', tab: 2, at: 0 },
      { do: 'addCounty', tab: 0, isTwin: false, isHasty: true },
      { do: 'remove', tab: 1, at: 1, isHasty: true },
      { do: 'online', tab: 1, isOnline: true },
      { do: 'edit', tab: 1, at: 0, field: 'name' },
      { do: 'handOver', tab: 1, goesOn: false },
    ],
  },
  'what was read before the story is not taken for torn': {
    seed: 56_264_973,
    commands: [
      { do: 'addCounty', tab: 1, isTwin: false, isHasty: true },
      { do: 'notify', tab: 1, text: 'same', to: 'firstTwo', isTwice: false },
      { do: 'addCounty', tab: 2, isTwin: true },
      { do: 'crash', tab: 0, point: 'K9' },
      { do: 'editForm', tab: 2, at: 3, how: 'head' },
      { do: 'pass', ms: 16_000 },
      { do: 'server', isShuffling: true, staleMs: 60_000 },
      { do: 'crash', tab: 1, point: 'K11' },
    ],
  },
  'a save that cannot be read back does not bring an old description back': {
    seed: 56_275_452,
    commands: [
      { do: 'others', what: 'deleteForm', at: 3 },
      { do: 'editCounty', tab: 0, at: 2, field: 'order' },
      { do: 'close', tab: 2 },
      { do: 'jump', ms: 43_200_000 },
      { do: 'crash', tab: 1, point: 'K4' },
      { do: 'online', tab: 1, isOnline: true },
      { do: 'open' },
      { do: 'pass', ms: 25_000 },
      { do: 'remove', tab: 1, at: 1, isHasty: true },
      { do: 'editCounty', tab: 1, at: 4, field: 'order' },
      { do: 'remove', tab: 2, at: 5 },
      { do: 'remove', tab: 0, at: 4 },
      { do: 'editForm', tab: 1, at: 1, how: 'head' },
      { do: 'editForm', tab: 0, at: 4, how: 'remove' },
      { do: 'editForm', tab: 1, at: 4, how: 'head', isHasty: true },
      { do: 'editForm', tab: 0, at: 0, how: 'question' },
      { do: 'jump', ms: 43_200_000 },
      { do: 'crash', tab: 1, point: 'K4' },
    ],
  },
  'a list of counties that was empty is told as empty for a while': {
    seed: 56_266_352,
    commands: [
      { do: 'others', what: 'deleteCounty', at: 1 },
      { do: 'look', tab: 0, isVisible: true },
      { do: 'removeForm', tab: 0, at: 3, isHasty: true },
      { do: 'fault', on: 'form.save', kind: 'held' },
      { do: 'addCounty', tab: 1, isTwin: false },
      { do: 'handOver', tab: 1, goesOn: false },
      { do: 'others', what: 'deleteCounty', at: 0 },
      { do: 'others', what: 'deleteCounty', at: 0 },
    ],
  },
  'a new county that others renamed before its tab could close the change is done':
    {
      seed: 1_049_606_686,
      commands: [
        { do: 'crash', tab: 0, point: 'K8' },
        { do: 'addCounty', tab: 2, isTwin: false },
        { do: 'others', what: 'deleteCounty', at: 0 },
        { do: 'others', what: 'editCounty', at: 2 },
      ],
    },
  'a message sent again before its file was taken over counts as sent again': {
    seed: 1_049_617_460,
    commands: [
      { do: 'notify', tab: 1, text: 'same', to: 'firstTwo', isTwice: false },
      { do: 'update' },
      { do: 'pass', ms: 65_000 },
      { do: 'server', isShuffling: true, staleMs: 0 },
      { do: 'decide', tab: 1, at: 0, choice: 'again' },
      { do: 'handOver', tab: 0, goesOn: false },
    ],
  },
  'two readings of the history at once are told apart': {
    seed: 1_733_593_922,
    commands: [
      { do: 'edit', tab: 1, at: 4, field: 'phone' },
      { do: 'publish', tab: 2, at: 0 },
      {
        do: 'edit',
        tab: 2,
        at: 4,
        field: 'phone',
        hasPin: true,
        isHasty: true,
      },
      { do: 'edit', tab: 2, at: 3, field: 'pin', hasPin: true, isHasty: true },
      { do: 'edit', tab: 2, at: 1, field: 'phone' },
      { do: 'others', what: 'delete', at: 5 },
      { do: 'editCounty', tab: 0, at: 1, field: 'order' },
      { do: 'edit', tab: 0, at: 2, field: 'name' },
      { do: 'notify', tab: 2, text: 'same', to: 'firstTwo', isTwice: true },
      { do: 'editCounty', tab: 0, at: 0, field: 'order' },
      { do: 'removeForm', tab: 2, at: 5 },
      { do: 'editCounty', tab: 0, at: 5, field: 'order' },
      { do: 'removeForm', tab: 0, at: 5 },
      { do: 'notify', tab: 2, text: 'same', to: 'known', isTwice: false },
      { do: 'addForm', tab: 1, code: 0 },
      { do: 'addForm', tab: 0, code: 2, isHasty: true },
      { do: 'notify', tab: 1, text: 'new', to: 'all', isTwice: false },
      { do: 'edit', tab: 2, at: 0, field: 'pin' },
      { do: 'publish', tab: 1, at: 2 },
      { do: 'crash', tab: 2, point: 'K9' },
      { do: 'addForm', tab: 2, code: 2 },
      { do: 'addForm', tab: 0, code: 0 },
    ],
  },
  'a question that another user removed knowingly is let go': {
    seed: 1_733_606_338,
    commands: [
      { do: 'editForm', tab: 0, at: 0, how: 'remove' },
      { do: 'handOver', tab: 1, goesOn: false },
      { do: 'signIn', as: 1 },
      { do: 'editCounty', tab: 0, at: 0, field: 'order', isHasty: true },
      { do: 'editForm', tab: 1, at: 2, how: 'question' },
      { do: 'notify', tab: 2, text: 'new', to: 'known', isTwice: false },
      { do: 'editForm', tab: 1, at: 5, how: 'head' },
      { do: 'editForm', tab: 2, at: 5, how: 'head' },
    ],
  },
  'who deletes the only form that the device has sees none until the next reading':
    {
      seed: 1_733_608_632,
      commands: [
        { do: 'addCounty', tab: 0, isTwin: true, isHasty: true },
        { do: 'crash', tab: 2, point: 'K8' },
        { do: 'publish', tab: 2, at: 4 },
        { do: 'removeForm', tab: 2, at: 1 },
        { do: 'others', what: 'publish', at: 5 },
      ],
    },
  'a form that others publish between the reads of both lists is not taken for deleted':
    {
      seed: 2_110_647_132,
      commands: [
        { do: 'fault', on: 'observer.delete', kind: 'busy' },
        { do: 'remove', tab: 0, at: 4 },
        { do: 'remove', tab: 1, at: 2 },
        { do: 'editCounty', tab: 1, at: 5, field: 'order' },
        { do: 'remove', tab: 2, at: 4 },
        { do: 'fault', on: 'form.delete', kind: 'cutBefore' },
        { do: 'removeForm', tab: 1, at: 3, isHasty: true },
        { do: 'remove', tab: 2, at: 3 },
        { do: 'others', what: 'publish', at: 5 },
      ],
    },
  'an edit of a new observer that was deleted in another tab at once is shown':
    {
      seed: 1_651_391_520,
      commands: [
        { do: 'add', tab: 1 },
        { do: 'remove', tab: 0, at: 3, isHasty: true },
        { do: 'edit', tab: 2, at: 4, field: 'phone', hasPin: true },
      ],
    },
  'a question whose removal the server failed at is removed, and not added once more':
    {
      seed: 1_651_401_518,
      commands: [
        { do: 'pass', ms: 65_000 },
        { do: 'others', what: 'deleteCounty', at: 5 },
        { do: 'publish', tab: 0, at: 3 },
        { do: 'editForm', tab: 2, at: 1, how: 'remove', isHasty: true },
        { do: 'editForm', tab: 0, at: 1, how: 'question' },
        { do: 'editForm', tab: 1, at: 2, how: 'question' },
        { do: 'fault', on: 'write', kind: 'failBefore' },
        { do: 'editForm', tab: 1, at: 0, how: 'remove', isHasty: true },
        { do: 'editForm', tab: 2, at: 5, how: 'head', isHasty: true },
        { do: 'pass', ms: 100 },
      ],
    },
  'an addition that a file brought is made again after its user deleted the one that had arrived':
    {
      seed: 2_040_329_295,
      commands: [
        { do: 'removeForm', tab: 1, at: 1 },
        { do: 'addForm', tab: 2, code: 1 },
        { do: 'handOver', tab: 2, goesOn: false },
        { do: 'signIn', as: 0 },
        { do: 'removeForm', tab: 0, at: 4 },
      ],
    },
  'a PIN typed after its observer was added again takes the place of the one before':
    {
      seed: 2_040_344_631,
      commands: [
        { do: 'others', what: 'delete', at: 3 },
        { do: 'edit', tab: 0, at: 3, field: 'name' },
        { do: 'weather', to: 'portal' },
        { do: 'edit', tab: 0, at: 3, field: 'pin', hasPin: true },
        { do: 'decide', tab: 2, at: 0, choice: 'mine' },
        { do: 'edit', tab: 0, at: 5, field: 'pin', hasPin: true },
      ],
    },
  'a tab that dies while it takes a file over holds up nobody': {
    seed: 218_994_664,
    commands: [
      { do: 'handOver', tab: 2, goesOn: false },
      { do: 'crash', tab: 1, point: 'K1' },
      { do: 'signIn', as: 0 },
      { do: 'handOver', tab: 1, goesOn: false },
    ],
  },
};
