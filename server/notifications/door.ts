export { type Attachment, notify, type Notice, type Sender, senderIn, senderOf } from './notify.ts'
