export { type Attachment, notify, notifyAll, type Notice, type Sender, senderIn, senderOf } from './notify.ts'
export { toldSince } from './queries.ts'
