import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ImportLine, profileImport } from '#contract/reviews/profile-import.ts'
import type { ReviewExport } from '#contract/reviews/review-export.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { runAndRollBack } from '#server/platform/undone.ts'
import { createImportLine, getCallerProvider } from '#server/providers/index.ts'
import {
  fetchSiteKeys,
  importProfile,
  importReviews,
  parseSignedFile,
  reviewsSkipped,
  verifySignedFile,
} from './imported-reviews.ts'

/**
 * Runs the import of the caller's signed export in a transaction that is rolled back. Returns one line per part. Throws
 * the refusals of `verifyOwnFile`.
 */
export async function previewProfileImport(
  ctx: Context,
  { file }: InputOf<typeof profileImport.preview>,
): Promise<OutputOf<typeof profileImport.preview>> {
  const { accountId, statement } = await verifyOwnFile(ctx, file)
  const lines = await ctx.transaction((tx) =>
    runAndRollBack(tx, (dry) => importWithoutPictures(dry, accountId, statement)),
  )
  const { issuer, issuedAt, artist } = statement
  return { site: new URL(issuer).host, name: artist.name, issuedAt, lines }
}

/**
 * Imports the caller's signed export in one transaction, without pictures. Returns one line per part. Throws the
 * refusals of `verifyOwnFile`.
 */
export async function runProfileImport(
  ctx: Context,
  { file }: InputOf<typeof profileImport.run>,
): Promise<OutputOf<typeof profileImport.run>> {
  const { accountId, statement } = await verifyOwnFile(ctx, file)
  return ctx.idempotent(async (tx) => ({
    site: new URL(statement.issuer).host,
    lines: await importWithoutPictures(tx, accountId, statement),
  }))
}

/**
 * Verifies a file with the keys of its site, which must be one of `IMPORT_SITES`: a site can sign any content, and no
 * other address is requested. Throws `not_live` and the `profile_…` refusals. Must not run inside a transaction.
 */
async function verifyOwnFile(ctx: Context, file: unknown): Promise<{ accountId: string; statement: ReviewExport }> {
  const provider = await getCallerProvider(ctx)
  if (provider.state !== 'approved' && provider.state !== 'paused') throw new Refusal('not_live')
  const signed = parseSignedFile(ctx, file)
  const issuer = new URL(signed.statement.issuer)
  if (!ctx.env.IMPORT_SITES.includes(issuer.origin)) throw new Refusal('profile_site_unknown')
  const keys = await fetchSiteKeys(issuer)
  if (typeof keys === 'string') throw new Refusal('profile_site_unavailable')
  return { accountId: await verifySignedFile(ctx, signed, keys, provider.account_id), statement: signed.statement }
}

/** Pictures would have to be fetched from the other site, which takes too long for a request. */
async function importWithoutPictures(tx: Context, accountId: string, statement: ReviewExport): Promise<ImportLine[]> {
  const lines: ImportLine[] = []
  await importProfile(tx, statement, (line) => lines.push(line))
  const { added, known, skipped } = await importReviews(tx, accountId, statement)
  if (added > 0) lines.push(createImportLine('reviews', 'added', { count: added }))
  if (known > 0) lines.push(createImportLine('reviews', 'skipped', { count: known, why: 'already here.' }))
  if (skipped > 0) lines.push(createImportLine('reviews', 'skipped', { count: skipped, why: reviewsSkipped }))
  const albums = statement.artist.albums.length
  if (albums > 0)
    lines.push(createImportLine('albums', 'skipped', { count: albums, why: 'pictures stay on the other site.' }))
  return lines
}
