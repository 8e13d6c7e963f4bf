import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { documentRefusals } from '#contract/providers/checks/document-refusals.ts'
import type { operatorChecks } from '#contract/providers/checks/operator-checks.ts'
import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { changeDocument } from '#server/providers/checks/check-queries.ts'
import { decideDocument, tellArtist } from './decide-document.ts'
import { checkIn } from '#server/providers/checks/present-document.ts'
import { stripEnd } from '#contract/words.ts'

/** Refuses a document, or takes back that it was accepted: what it proved stands no longer. */
export const refuseDocument = (
  ctx: Context,
  { documentId, refusal, note }: InputOf<typeof operatorChecks.refuse>,
): Promise<OutputOf<typeof operatorChecks.refuse>> =>
  decideDocument(ctx, documentId, async (inner, deciding) => {
    const { document, artist, market, me } = deciding
    if (document.state === 'refused') throw new Refusal('state_changed')
    if (refusal === 'other' && note.length < 3) throw refuseField('reason_missing', 'note')
    await changeDocument(inner.db, documentId, {
      state: 'refused',
      decided_by: me,
      decided_at: inner.now,
      valid_until: null,
      refusal,
      note,
    })
    await record(inner, {
      act: 'document.refuse',
      subject: { kind: 'provider', id: artist.id, name: artist.name },
      before: document.state,
      after: { document: documentId, kind: document.kind, refusal },
      reason: note,
    })
    await tellArtist(inner, deciding, 'document.refused', {
      what: checkIn(market, document.kind).label,
      reason: documentRefusals[refusal],
      note: stripEnd(note, /[.!]/) || null,
    })
  })
