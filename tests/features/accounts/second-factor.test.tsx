import 'fake-indexeddb/auto';

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { endTokenAtServer } from '@/data/offers';
import type { CodeProblem } from '@/domain/outbox/outcome';
import { AccountsPage } from '@/features/accounts/accounts-page';
import { MyAccountPage } from '@/features/accounts/my-account-page';
import { SetUpPage } from '@/features/accounts/second-factor/set-up-page';
import { secondFactorWanted } from '@/state/second-factor';

import { isDisabled, type } from '../../support/controls';
import { answerWith, failWith, sync } from '../../support/fake-sync';
import { prepareScreen } from '../../support/screen';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const saved = vi.hoisted(() => [] as { blob: Blob; fileName: string }[]);
vi.mock('@/ui/save-file', () => ({
  saveFile: (blob: Blob, fileName: string) => saved.push({ blob, fileName }),
}));

const { open } = prepareScreen([
  { path: '/account', element: <MyAccountPage /> },
  { path: '/accounts', element: <AccountsPage /> },
  { path: '/set-up', element: <SetUpPage /> },
]);

const off = { isOn: false, isRequired: false, recoveryCodes: 0 };
const on = { isOn: true, isRequired: false, recoveryCodes: 9 };
const begun = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  uri: 'otpauth://totp/Vote%20Monitoring:ana?secret=GEZDGNBVGY3TQOJQ',
};
const codes = Array.from({ length: 10 }, (_, at) => `1234-5678-000${at}`);
const refused = (secondFactor?: CodeProblem) =>
  failWith({ kind: 'refused', status: 400, secondFactor });

beforeEach(async () => {
  saved.length = 0;
  // What the server of the last test offered.
  await endTokenAtServer('', '');
  sync.readExtensions.mockImplementation(answerWith(['secondFactor']));
  sync.readSecondFactor.mockImplementation(answerWith(off));
  sync.beginSecondFactor.mockImplementation(answerWith(begun));
  sync.confirmSecondFactor.mockImplementation(answerWith(codes));
  sync.renewRecoveryCodes.mockImplementation(answerWith(codes));
});

async function press(name: RegExp | string) {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(isDisabled(button)).toBe(false));
  fireEvent.click(button);
}

async function fill(label: RegExp, value: string) {
  type(await screen.findByLabelText(label, { selector: 'input' }), value);
}

/** Up to the QR code. The page has another field for the password, above. */
async function begin() {
  await press('Pornește verificarea');
  const fields = await screen.findAllByLabelText(/^Parola actuală/);
  const password = fields.at(-1);
  if (!password) throw new Error('No password is asked for.');
  type(password, 'parola mea');
  await press('Continuă');
}

describe('the own second factor', () => {
  it('is not offered where the server does not know it', async () => {
    sync.readExtensions.mockImplementation(answerWith(['sessions']));
    open('/account');
    await screen.findByRole('heading', { name: 'Unde ești conectat' });
    await waitFor(() => expect(sync.readExtensions).toHaveBeenCalled());
    expect(screen.queryByText('Verificare în doi pași')).toBeNull();
    expect(sync.readSecondFactor).not.toHaveBeenCalled();
  });

  it('is set up: password, QR code or text, a first code, recovery codes once', async () => {
    open('/account');
    await begin();
    expect(sync.beginSecondFactor).toHaveBeenCalledWith('parola mea');
    const qr = await screen.findByRole('img', { name: /^Cod QR/ });
    expect(qr.querySelector('path')?.getAttribute('d')).toMatch(/^M4 4h1v1/);
    expect(qr.outerHTML).not.toMatch(/style=|data:/);
    screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ');
    await fill(/^Cod/, '123 456');
    await press('Pornește verificarea');
    expect(await screen.findAllByText(/^1234-5678-000\d$/)).toHaveLength(10);
    expect(sync.confirmSecondFactor).toHaveBeenCalledWith('123 456');
    sync.readSecondFactor.mockImplementation(answerWith(on));
    await press('Le-am păstrat');
    await screen.findByText('Mai ai 9 coduri de rezervă.');
    expect(screen.queryByText(/^1234-5678/)).toBeNull();
  });

  it('says beside the field what was wrong', async () => {
    sync.beginSecondFactor.mockImplementation(refused());
    open('/account');
    await begin();
    await screen.findByText('Nu este parola actuală.');
    sync.beginSecondFactor.mockImplementation(answerWith(begun));
    await press('Continuă');
    await fill(/^Cod/, '000000');
    sync.confirmSecondFactor.mockImplementation(refused('wrong'));
    await press('Pornește verificarea');
    await screen.findByText(/^Codul nu este corect/);
    const code = screen.getByLabelText(/^Cod/, { selector: 'input' });
    expect(code.getAttribute('aria-invalid')).toBe('true');
  });

  it('says that it is not known when no answer came', async () => {
    sync.confirmSecondFactor.mockImplementation(failWith({ kind: 'timeout' }));
    open('/account');
    await begin();
    await fill(/^Cod/, '123456');
    await press('Pornește verificarea');
    await screen.findByText(/Nu se știe dacă serverul a făcut schimbarea/);
  });

  it('gives the recovery codes to be copied, printed and saved', async () => {
    const writeText = vi.fn(async (_text: string) => {});
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    const print = vi.fn();
    vi.stubGlobal('print', print);
    sync.readSecondFactor.mockImplementation(answerWith(on));
    open('/account');
    await press('Fă coduri de rezervă noi');
    await fill(/^Cod/, '123456');
    await press('Fă coduri de rezervă noi');
    await screen.findByText('1234-5678-0000');
    expect(sync.renewRecoveryCodes).toHaveBeenCalledWith('123456');
    await press('Copiază');
    await waitFor(() => expect(writeText).toHaveBeenCalled());
    expect(writeText.mock.calls.join()).toContain(codes.join('\r\n'));
    await press('Tipărește');
    expect(print).toHaveBeenCalled();
    await press('Salvează ca text');
    expect(saved.map(({ fileName }) => fileName)).toEqual([
      'coduri-de-rezerva.txt',
    ]);
    expect(await saved[0]?.blob.text()).toContain(codes.join('\r\n'));
  });

  it('is taken off with password and code', async () => {
    sync.readSecondFactor.mockImplementation(answerWith(on));
    sync.removeSecondFactor.mockImplementation(answerWith(off));
    open('/account');
    await press('Oprește verificarea');
    const fields = await screen.findAllByLabelText(/^Parola actuală/);
    const password = fields.at(-1);
    if (password) type(password, 'parola mea');
    const button = screen.getByRole('button', { name: 'Oprește verificarea' });
    expect(isDisabled(button)).toBe(true);
    await fill(/^Cod/, '123456');
    sync.readSecondFactor.mockImplementation(answerWith(off));
    await press('Oprește verificarea');
    await screen.findByText('Verificarea în doi pași este oprită.');
    expect(sync.removeSecondFactor).toHaveBeenCalledWith(
      'parola mea',
      '123456',
    );
    await screen.findByRole('button', { name: 'Pornește verificarea' });
  });
});

it('is required of all accounts by an organizer, who is told what that means', async () => {
  open('/accounts');
  await press('Verificare în doi pași');
  await screen.findByText(/nu pot face nimic până nu o pornesc/);
  await press('Cere tuturor conturilor');
  await waitFor(() =>
    expect(sync.changeStaff).toHaveBeenCalledWith({
      kind: 'requireSecondFactor',
      isRequired: true,
    }),
  );
});

it('takes the place of every screen until it is set up', async () => {
  secondFactorWanted.isMissing = true;
  open('/set-up');
  await screen.findByText(/Organizatorul cere verificarea/);
  await fill(/^Parola actuală/, 'parola mea');
  await press('Continuă');
  await fill(/^Cod/, '123456');
  await press('Pornește verificarea');
  await screen.findByText('1234-5678-0000');
  // Not before the codes are kept.
  expect(secondFactorWanted.isMissing).toBe(true);
  await press('Le-am păstrat');
  expect(secondFactorWanted.isMissing).toBe(false);
  expect(sync.freshen).toHaveBeenCalled();
});
