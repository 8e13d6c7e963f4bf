export { sendAgain } from './send-again.ts'
export { givenUpLately } from './given-up-lately.ts'
