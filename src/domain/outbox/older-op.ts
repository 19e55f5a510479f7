/** Properties of ops that version 1 of the intent database and of queue files named otherwise. */
const renamed: Record<string, string> = {
  denials: 'notAppliedCount',
  round: 'generation',
  lostAt: 'supersededSentAt',
  madeId: 'createdId',
};

/** A stored op of version 1 under today's names; any other row as it is. */
export function withTodaysNames(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [renamed[name] ?? name, value]),
  );
}
