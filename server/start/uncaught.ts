import { describeFailure } from '../describe-failure';

/**
 * Importing this module makes an error that nobody caught end the process with
 * one line. Node would print the whole error, with the values of a failed
 * query.
 */
process.on('uncaughtException', (error) => {
  process.stderr.write(`Ended by an error: ${describeFailure(error)}\n`);
  process.exit(1);
});
