import { type LookedAt, serviceTextLengths } from '#contract/providers/service-texts.ts'
import { hasContactDetails } from '#contract/providers/profile-rules.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import type { Errors } from '#web/platform/use-form.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'

export const serviceTextMessages = defineMessages({
  'words.title': 'Your own names for services',
  'words.text':
    'Use the name your customers use, and say in a sentence what they get. Customers search by our name for the service. Your name is shown on your page, in prices and on the run sheet.',
  'words.count': '{n, plural, =0 {None yet} other {{n} set up}}',
  'words.look': 'Our team checks new text before customers see it. Until then, customers see the current text.',
  'words.field.title': 'Your name for it',
  'words.field.title.hint': 'If empty: {label}',
  'words.field.words': 'What they get',
  'words.optional': 'optional',
  'words.title.short': 'Write at least {n} letters.',
  'words.title.missing': 'Enter a name first.',
  'words.contact': 'Leave out phone numbers, addresses and links. Customers contact you through Primp.',
  'words.said': 'Customers see “{label}”.',
  'words.waits': 'In review',
  'words.back': 'Needs a change',
  'words.back.why': 'Note from our team: {reason}',
  'words.shown': 'Published',
  'words.saved': 'Saved. Customers can see it now.',
  'words.saved.waits': 'Saved. Customers will see it once our team has checked it.',
})

const t = createTranslator(serviceTextMessages)

interface WordsFieldsProps {
  draft: WordsDraft
  path: string
  errors: Errors
  label: string
  hint?: string
  onChange: (part: Partial<WordsDraft>) => void
}

export const WordsFields = ({ draft, path, errors, label, hint, onChange }: WordsFieldsProps) => (
  <>
    <TextField
      label={label}
      hint={hint}
      value={draft.title}
      maxLength={serviceTextLengths.title}
      error={errors[`${path}.title`] ?? null}
      onChange={({ target }) => onChange({ title: target.value })}
    />
    <TextAreaField
      label={t('words.field.words')}
      optional={t('words.optional')}
      rows={2}
      value={draft.words}
      maxLength={serviceTextLengths.words}
      error={errors[`${path}.words`] ?? null}
      onChange={({ target }) => onChange({ words: target.value })}
    />
  </>
)

/** Review state of own text: published, pending, or rejected with a note. */
export function LookedNote({ of: { shown, asked, sentBack } }: { of: LookedAt }) {
  if (!shown && !asked) return null
  return (
    <div className="row gap-8 wrapping">
      {shown && <Badge look="jadeSoft">{t('words.shown')}</Badge>}
      {asked && (
        <Badge look={sentBack === null ? 'info' : 'accentSoft'}>
          {t(sentBack === null ? 'words.waits' : 'words.back')}
        </Badge>
      )}
      {sentBack !== null && <p className="small grow">{t('words.back.why', { reason: sentBack })}</p>}
    </div>
  )
}

export function DraftFoot({
  said,
  remove,
  onRemove,
}: {
  /** Null while invalid. */
  said: string | null
  remove: string
  onRemove: () => void
}) {
  return (
    <>
      {said && (
        <p className="small" aria-live="polite">
          {said}
        </p>
      )}
      <div>
        <Button kind="quiet" size="small" onClick={onRemove}>
          {remove}
        </Button>
      </div>
    </>
  )
}

export type WordsDraft = { title: string; words: string }

/** Returns the initial draft: the submitted text, else the published one. */
export const toTextDraft = ({ asked, shown }: LookedAt): WordsDraft => asked ?? shown ?? { title: '', words: '' }

export function validateTextDraft({ title, words }: WordsDraft, path: string): Record<string, string> {
  const wrong: Record<string, string> = {}
  const named = title.trim()
  if (named !== '' && named.length < serviceTextLengths.least)
    wrong[`${path}.title`] = t('words.title.short', { n: serviceTextLengths.least })
  else if (named === '' && words.trim() !== '') wrong[`${path}.title`] = t('words.title.missing')
  else if (hasContactDetails(named)) wrong[`${path}.title`] = t('words.contact')
  if (hasContactDetails(words)) wrong[`${path}.words`] = t('words.contact')
  return wrong
}
