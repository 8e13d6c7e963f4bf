import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownProfile } from '#contract/providers/own-profile.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { writeKit } from './own-kit.ts'
import { changeOwn } from './own-profile.ts'
import { updateProvider } from './own-queries.ts'

type Own = OutputOf<typeof ownProfile.show>

/** Sets what is in the caller's case and what they are skilled in. */
export const setKit = (ctx: Context, input: InputOf<typeof ownProfile.kit>): Promise<Own> =>
  changeOwn(ctx, async (ctx, row, catalog) => {
    const skills = [...new Set(input.skills)]
    if (skills.some((id) => !catalog.skills.has(id) && !row.skills.includes(id)))
      throw refuseField('unknown_skill', 'skills')
    const shades = [...new Set(input.shades)].sort((a, b) => a - b).map(String)
    await updateProvider(ctx.db, row.id, { shades, skills, kit: JSON.stringify(writeKit(input)) })
  })
