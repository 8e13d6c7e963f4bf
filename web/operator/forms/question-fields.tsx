import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { FormQuestion, formLimits } from '#contract/catalog/forms/forms.ts'
import { reader } from '#contract/words.ts'
import { IconButton } from '#web/ui/button.tsx'
import { SelectField, TextAreaField } from '#web/ui/fields/field.tsx'
import type { QuestionDraft } from './form-draft.ts'
import { operatorFormWords } from './form-words.ts'

const t = reader(operatorFormWords)

interface QuestionFieldsProps {
  question: QuestionDraft
  /** Its place, from 1. */
  n: number
  last: boolean
  error: string | undefined
  onChange: (part: Partial<QuestionDraft>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

/** The fields of one question, with its place among the others. */
export function QuestionFields({ question, n, last, error, onChange, onMove, onRemove }: QuestionFieldsProps) {
  return (
    <li className="stack gap-8">
      <TextAreaField
        label={t('op.forms.question', { n })}
        name={`questions.${n - 1}.text`}
        rows={2}
        maxLength={formLimits.words}
        value={question.text}
        error={error ?? null}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <div className="row gap-8 wrapping">
        <SelectField
          label={t('op.forms.kind', { n })}
          value={question.kind}
          onChange={({ target }) => onChange({ kind: FormQuestion.shape.kind.parse(target.value) })}>
          {FormQuestion.shape.kind.options.map((kind) => (
            <option key={kind} value={kind}>
              {t(`op.forms.kind.${kind}`)}
            </option>
          ))}
        </SelectField>
        <IconButton label={t('op.forms.question.up', { n })} disabled={n === 1} onClick={() => onMove(-1)}>
          <ChevronUp className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={t('op.forms.question.down', { n })} disabled={last} onClick={() => onMove(1)}>
          <ChevronDown className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={t('op.forms.question.remove', { n })} disabled={n === 1 && last} onClick={onRemove}>
          <Trash2 className="icon" aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  )
}
