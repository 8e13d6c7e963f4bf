export type { MailKind, NoticeKind } from './mail-words.ts'
