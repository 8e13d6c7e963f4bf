import { reader } from '#contract/words.ts'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { operatorWords } from './words.ts'

const t = reader(operatorWords)

interface ReasonFieldProps {
  value: string
  error: string | undefined
  onChange: (reason: string) => void
}

/** Why, in a sentence that is kept in the audit log. */
export const ReasonField = ({ value, error, onChange }: ReasonFieldProps) => (
  <TextAreaField
    label={t('op.reason')}
    hint={t('op.reason.hint')}
    name="reason"
    rows={2}
    maxLength={500}
    value={value}
    error={error ?? null}
    onChange={(event) => onChange(event.target.value)}
  />
)

/** What a page finds wrong with it before it is sent. */
export const wrongReason = (reason: string): { reason?: string } =>
  reason.trim().length < 3 ? { reason: t('op.reason.error') } : {}
