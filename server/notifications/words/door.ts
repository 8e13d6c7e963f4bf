export { mailKinds } from './mail-words.ts'
export type { MailKind, NoticeKind } from './mail-words.ts'
