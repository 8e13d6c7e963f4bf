import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { texts } from '#contract/content/texts.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { versionsOf } from '#server/content/editing/edit-queries.ts'
import { hasVersions, versionName } from './terms-version.ts'
import { madeText } from '#server/content/texts/made-texts.ts'
import { pathOf } from './text-page.ts'

/** The versions of a text that people accept, newest first; the first is the one that was made. */
export async function listTextVersions(
  ctx: Context,
  { page: slug }: InputOf<typeof texts.versions>,
): Promise<OutputOf<typeof texts.versions>> {
  const made = madeText(slug)
  const path = pathOf(slug)
  if (!made || !hasVersions(path)) throw new Refusal('not_found')
  const rows = await versionsOf(ctx.reads, path)
  const published = rows.flatMap((row) =>
    row.number && row.published_at
      ? [
          {
            name: versionName(path, row.number),
            from: row.published_at.toISOString().slice(0, 10),
            past: row.state === 'past',
          },
        ]
      : [],
  )
  return {
    title: made.title.replace(/ · Primp$/, ''),
    versions: [...published, { name: versionName(path, 0), from: made.updated, past: published.length > 0 }],
  }
}
