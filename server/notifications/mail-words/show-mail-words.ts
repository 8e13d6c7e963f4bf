import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorMails } from '#contract/notifications/mail-words.ts'
import type { Context } from '#server/platform/context.ts'
import { editedMail } from './edited-mail.ts'

/** One kind of mail: its made words, what stands, what is filled in, and every version. */
export const showMailWords = async (
  ctx: Context,
  { kind }: InputOf<typeof operatorMails.read>,
): Promise<OutputOf<typeof operatorMails.read>> => ({ mail: await editedMail(ctx.db, kind) })
