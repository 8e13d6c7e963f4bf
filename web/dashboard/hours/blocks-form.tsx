import { Plus } from 'lucide-react'
import type { HoursBlock } from '#contract/providers/hours.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { type HoursFormProps, WindowFields } from './hours-fields.tsx'
import { useHoursMessages, weekdays } from './hours-messages.ts'
import styles from './hours-page.module.css'

type Draft = HoursBlock & { key: number }
let keys = 0
const drafted = (block: HoursBlock): Draft => ({ ...block, key: ++keys })
const fresh: HoursBlock = { label: '', weekdays: [], opens: '14:00', closes: '16:00', from: null, until: null }

export function BlocksForm({ id, hours, onSaved, onState }: HoursFormProps) {
  const { t } = useHoursMessages()
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { blocks: hours.blocks.map(drafted) },
    check: ({ blocks }): Errors =>
      Object.fromEntries(
        blocks.flatMap(({ label, weekdays }, i) => [
          ...(label.trim() ? [] : [[`blocks.${i}.label`, t('hours.block.error')]]),
          ...(weekdays.length ? [] : [[`blocks.${i}.weekdays`, t('hours.block.days.error')]]),
        ]),
      ),
    send: ({ blocks }) => browserApi().providerHours.blocks({ blocks: blocks.map(({ key: _, ...block }) => block) }),
    onSaved,
    onState,
  })
  const put = (key: number, part: Partial<HoursBlock>) =>
    change({ blocks: draft.blocks.map((each) => (each.key === key ? { ...each, ...part } : each)) })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {formError && <Note kind="error">{formError}</Note>}
      {draft.blocks.map((block, i) => (
        <BlockFields
          key={block.key}
          block={block}
          path={`blocks.${i}`}
          errors={errors}
          onChange={(part) => put(block.key, part)}
          onRemove={() => change({ blocks: draft.blocks.filter(({ key }) => key !== block.key) })}
        />
      ))}
      <div>
        <Button kind="secondary" onClick={() => change({ blocks: [...draft.blocks, drafted(fresh)] })}>
          <Plus className="icon" aria-hidden="true" />
          {t('hours.block.new')}
        </Button>
      </div>
    </form>
  )
}

function BlockFields({
  block,
  path,
  errors,
  onChange,
  onRemove,
}: {
  block: Draft
  path: string
  errors: Errors
  onChange: (part: Partial<HoursBlock>) => void
  onRemove: () => void
}) {
  const { t, weekday } = useHoursMessages()
  const name = block.label || t('hours.block.unnamed')
  const wrongDays = errors[`${path}.weekdays`]
  return (
    <fieldset className="card pad-24 stack">
      <legend className="visually-hidden">{name}</legend>
      <TextField
        label={t('hours.block.label')}
        value={block.label}
        maxLength={80}
        error={errors[`${path}.label`]}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <fieldset className="stack gap-4">
        <legend className="field-label">{t('hours.block.days')}</legend>
        <div className={styles.holidays}>
          {weekdays.map((day) => (
            <Checkbox
              key={day}
              checked={block.weekdays.includes(day)}
              aria-invalid={wrongDays && day === 0 ? true : undefined}
              onChange={({ target }) =>
                onChange({
                  weekdays: target.checked
                    ? [...block.weekdays, day].toSorted()
                    : block.weekdays.filter((one) => one !== day),
                })
              }>
              {weekday(day)}
            </Checkbox>
          ))}
        </div>
        {wrongDays && <FieldError>{wrongDays}</FieldError>}
      </fieldset>
      <div className="field-grid even">
        <WindowFields window={block} error={errors[`${path}.closes`]} onChange={onChange} />
      </div>
      <div className="field-grid even">
        {(['from', 'until'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            label={t(`hours.block.${end}`)}
            optional={t('hours.optional')}
            value={block[end] ?? ''}
            error={errors[`${path}.${end}`]}
            onChange={(event) => onChange({ [end]: event.target.value || null })}
          />
        ))}
      </div>
      <div>
        <Button kind="quiet" size="small" onClick={onRemove}>
          {t('hours.block.remove', { label: name })}
        </Button>
      </div>
    </fieldset>
  )
}
