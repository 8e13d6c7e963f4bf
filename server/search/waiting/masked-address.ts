import { initialOf } from '#contract/text.ts'

/** An address as it is shown to who may not have it: its first letter and where it is. */
export const maskedAddress = (email: string): string => `${initialOf(email)}•••${email.slice(email.lastIndexOf('@'))}`
