import type { MessageVariants } from './messages.ts'

/** Replaces the compiler in a browser: the build has compiled all messages, so a string is a text without placeholders. */
export const compileVariants = (message: unknown): MessageVariants => ({ en: message as MessageVariants['en'] })
