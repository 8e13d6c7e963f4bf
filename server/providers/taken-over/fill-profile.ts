import { ownProfile } from '#contract/providers/own-profile.ts'
import type { Taken } from '#contract/reviews/taken.ts'
import type { Context } from '#server/platform/context.ts'
import { changeOwn } from '#server/providers/own-profile/own-profile.ts'
import { languagesSaid, updateProvider } from '#server/providers/own-profile/own-queries.ts'
import { putBio } from '#server/providers/own-profile/set-bio.ts'
import type { ProviderRow } from '#server/providers/row-queries.ts'
import { languageNames } from './known-languages.ts'
import { recordTakenOver } from './record-taken-over.ts'
import { quoted, whyOf, wrongIn } from './told.ts'

type Said = Pick<Taken['artist'], 'bio' | 'languages'>
type Came = { lines: string[]; came: number }

/** Fills what the caller has not said of themselves yet from what a site says of them: bio and languages, by the rules of their own forms. Answers a line for each. */
export async function fillProfile(ctx: Context, site: string, { bio, languages }: Said): Promise<string[]> {
  let lines: string[] = []
  await changeOwn(ctx, async (tx, row) => {
    const said = await fillBio(tx, row, bio)
    const spoken = await fillLanguages(tx, row, languages)
    if (said.came + spoken.came > 0) await recordTakenOver(tx, row, { site, bio: said.came, languages: spoken.came })
    lines = [...said.lines, ...spoken.lines]
  })
  return lines
}

async function fillBio(tx: Context, row: ProviderRow, bio: string): Promise<Came> {
  const stays = (why: string): Came => ({ lines: [`The bio stays out: ${why}`], came: 0 })
  if (bio.trim() === '') return stays('the file has none.')
  if (row.bio.trim() !== '') return stays('the artist has written one here.')
  const typed = ownProfile.bio.input.safeParse({ bio })
  if (!typed.success) return stays(wrongIn(typed.error))
  try {
    await putBio(tx, row, typed.data.bio)
  } catch (thrown) {
    return stays(whyOf(thrown))
  }
  return { lines: ['The bio is new.'], came: 1 }
}

async function fillLanguages(tx: Context, row: ProviderRow, languages: readonly string[]): Promise<Came> {
  const stays = (why: string): Came => ({ lines: [`The languages stay out: ${why}`], came: 0 })
  if (languages.length === 0) return stays('the file has none.')
  if (row.languages.length > 0) return stays('the artist has said here which they speak.')
  // A language is what is called so everywhere, or by somebody who is here already.
  const known = languageNames().union(new Set(await languagesSaid(tx.db)))
  const wanted = [...new Set(languages)]
  const spoken = wanted.filter((language) => known.has(language))
  if (spoken.length > 0) await updateProvider(tx.db, row.id, { languages: spoken })
  return {
    lines: [
      ...(spoken.length > 0 ? [`Languages that are new: ${spoken.join(', ')}.`] : []),
      ...wanted
        .filter((language) => !known.has(language))
        .map((language) => `${quoted(language)} stays out: no language is called so here.`),
    ],
    came: spoken.length,
  }
}
