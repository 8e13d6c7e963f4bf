export type { MailKind } from './mail-words.ts'
export { notify, type Notice, type Sender, senderOf } from './notify.ts'
