import { ownWordsLengths } from '#contract/providers/own-words.ts'
import { reader } from '#contract/words.ts'
import type { Errors } from '#web/signup/forms/use-form.ts'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { ownWordsWords } from './own-words-words.ts'
import type { WordsDraft } from './words-draft.ts'

const t = reader(ownWordsWords)

interface WordsFieldsProps {
  draft: WordsDraft
  path: string
  errors: Errors
  label: string
  hint?: string
  onChange: (part: Partial<WordsDraft>) => void
}

/** A title of one's own and the words below it. */
export const WordsFields = ({ draft, path, errors, label, hint, onChange }: WordsFieldsProps) => (
  <>
    <TextField
      label={label}
      hint={hint}
      value={draft.title}
      maxLength={ownWordsLengths.title}
      error={errors[`${path}.title`] ?? null}
      onChange={({ target }) => onChange({ title: target.value })}
    />
    <TextAreaField
      label={t('words.field.words')}
      optional={t('words.optional')}
      rows={2}
      value={draft.words}
      maxLength={ownWordsLengths.words}
      error={errors[`${path}.words`] ?? null}
      onChange={({ target }) => onChange({ words: target.value })}
    />
  </>
)
