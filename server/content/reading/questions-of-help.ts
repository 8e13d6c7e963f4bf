import type { Context } from '#server/platform/context.ts'
import { questionsOf } from './text-page.ts'
import { showText } from './show-text.ts'

/** The questions that the help page answers. */
export const questionsOfHelp = async (ctx: Context) => questionsOf((await showText(ctx, { page: 'help' })).page.blocks)
