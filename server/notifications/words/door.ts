export type { MailKind, NoticeKind } from './mail-words.ts'
export type { How } from './vary.ts'
