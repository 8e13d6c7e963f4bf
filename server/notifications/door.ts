export type { MailKind } from './mail-words.ts'
export { notify, type Notice, type Sender, senderOf } from './notify.ts'
export { sendAgain } from './send-again.ts'
export { givenUpLately } from './given-up-lately.ts'
