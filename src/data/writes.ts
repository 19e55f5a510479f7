/**
 * The switch for new changes on this page. A file of its own: the shell needs
 * it before anybody has signed in, when the databases are not loaded yet.
 */
export { pauseWrites, resumeWrites } from '@/db/writer';
