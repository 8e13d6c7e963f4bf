export { type Attachment, notify, type Notice, type Sender, senderIn, senderOf } from './notify.ts'
export { forgetShortLinks } from './short-links.ts'
