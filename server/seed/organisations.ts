/** The organizer's NGO and a plain one; ids are those of the demo data. */
export const ngos = [
  {
    id: 1,
    shortName: 'OBSERVA',
    name: 'Asociația Observă Votul',
    organizer: true,
    isActive: true,
  },
  {
    id: 2,
    shortName: 'LUPA',
    name: 'Grupul Civic Lupa',
    organizer: false,
    isActive: true,
  },
] as const;

/** Who may sign in to the back office of a demo. */
export const demoAccounts = [
  {
    id: 1,
    ngoId: 1,
    account: 'organizer@demo.org',
    password: 'demo-organizer',
    organizer: true,
  },
  {
    id: 2,
    ngoId: 2,
    account: 'admin@demo.org',
    password: 'demo-admin',
    organizer: false,
  },
] as const;
