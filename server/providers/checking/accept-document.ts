import { date } from '#contract/format.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { actAsOne } from '#server/accounts/door.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { holdsUntil } from '#server/providers/badge.ts'
import { changeDocument } from '#server/providers/checks/check-queries.ts'
import { decideDocument, tellArtist } from './decide-document.ts'
import { checkIn } from '#server/providers/checks/present-document.ts'
import { risksOfArtist } from '#server/providers/checks/risks-of-artist.ts'

/** Accepts a document: what it proves stands from then on. Where something speaks against it, the first yes only counts. */
export const acceptDocument = (
  ctx: Context,
  { documentId, note }: InputOf<typeof operatorChecks.accept>,
): Promise<OutputOf<typeof operatorChecks.accept>> =>
  decideDocument(ctx, documentId, async (inner, deciding) => {
    const { document, artist, market, today, me } = deciding
    if (document.state !== 'pending') throw new Refusal('state_changed')
    const first = document.first_approval_by
    if (first && (await actAsOne(inner.db, first, me))) throw new Refusal('second_person')
    if (document.expires_on !== null && document.expires_on < today) throw new Refusal('document_over')
    const risks = await risksOfArtist(
      inner.db,
      {
        providerId: artist.id,
        accountId: artist.account_id,
        accountName: artist.account_name ?? artist.name,
        document,
      },
      today,
    )
    const subject = { kind: 'provider', id: artist.id, name: artist.name }
    if (risks.length > 0 && !first) {
      await changeDocument(inner.db, documentId, {
        second_look: true,
        first_approval_by: me,
        first_approval_at: inner.now,
        note,
      })
      await record(inner, {
        act: 'document.first_approval',
        subject,
        after: { document: documentId, kind: document.kind, risks },
        reason: note,
      })
      return
    }
    const check = checkIn(market, document.kind)
    const until = holdsUntil(check, today, document.expires_on)
    await changeDocument(inner.db, documentId, {
      state: 'accepted',
      second_look: risks.length > 0 || document.second_look,
      decided_by: me,
      decided_at: inner.now,
      valid_until: until,
      note,
    })
    await record(inner, {
      act: 'document.accept',
      subject,
      before: document.state,
      after: { document: documentId, kind: document.kind, validUntil: until, risks },
      reason: note,
    })
    await tellArtist(inner, deciding, 'document.accepted', {
      what: check.label,
      date: until === null ? null : date(until, market.countryCode),
    })
  })
