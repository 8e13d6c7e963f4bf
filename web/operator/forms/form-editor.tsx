import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { formLimits, FormQuestion } from '#contract/catalog/forms/forms.ts'
import type { OperatorForm } from '#contract/catalog/forms/operator-forms.ts'
import { createTranslator, formatPhrase } from '#contract/words.ts'
import { ReasonField, validateReason } from '#web/operator/use-confirmation.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedMessages } from '#web/platform/shared-messages.ts'
import { type Errors, useForm } from '#web/platform/use-form.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'

export const operatorFormMessages = {
  'op.forms.title': 'Forms',
  'op.forms.text':
    'Questions that customers answer and sign before certain services. Only they and their artist can read the answers. Operators only see whether the form is signed.',
  'op.forms.none': 'No forms yet. Bookings need no signature.',
  'op.forms.add': 'Create form',
  'op.forms.new': 'New form',
  'op.forms.change': 'Edit',
  'op.forms.change.what': 'Edit {name}',
  'op.forms.retire': 'Retire form',
  'op.forms.retire.what': 'Retire {name}',
  'op.forms.retire.text': 'New bookings will not need it. Signed forms are kept for the storage period.',
  'op.forms.retired': 'Retired',
  'op.forms.services': 'Required for: {services}.',
  'op.forms.services.none': 'Not required for any service yet.',
  'op.forms.version': 'Version {number}, since {date}',
  'op.forms.signed': { one: 'signed once', other: 'signed {n} times', zero: 'not signed yet' },
  'op.forms.before': { one: '1 earlier version', other: '{n} earlier versions' },
  'op.forms.name': 'Name',
  'op.forms.intro': 'Introduction',
  'op.forms.intro.error': 'Enter an introduction.',
  'op.forms.questions': 'Questions',
  'op.forms.question': 'Question {n}',
  'op.forms.question.error': 'Enter the question.',
  'op.forms.question.add': 'Add a question',
  'op.forms.question.remove': 'Remove question {n}',
  'op.forms.question.up': 'Move question {n} up',
  'op.forms.question.down': 'Move question {n} down',
  'op.forms.kind': 'Type of answer for question {n}',
  'op.forms.kind.yesNo': 'Yes or no, with details for yes',
  'op.forms.kind.words': 'Optional text',
  'op.forms.kind.agree': 'Required agreement',
  'op.forms.with': 'Required for',
  'op.forms.publish': 'Publish',
  'op.forms.publish.note': 'Changes create a new version. Signed forms stay as they were signed.',
  'op.forms.published': 'Version {number} published.',
  'op.forms.answer.yesNo': 'Yes or no',
  'op.forms.answer.words': 'Text',
  'op.forms.answer.agree': 'Agreed to',
  'op.tests.title': 'Patch tests',
  'op.tests.text':
    'Every artist must do a patch test for these services, 48 hours to six months before the booking. Artists can require it for other services too.',
  'op.tests.none': 'No service requires a patch test.',
  'op.tests.minutes': '{minutes} minutes',
  'op.tests.service': 'Service',
  'op.tests.choose': 'Choose a service',
  'op.tests.length': 'Minutes',
  'op.tests.wrong': 'Choose a service and {least} to {most} minutes in steps of five.',
  'op.tests.ask': 'Require a patch test',
  'op.tests.ask.what': 'Require a patch test for {service}',
  'op.tests.ask.text':
    'Bookings with this service need a test of {minutes} minutes before they can start. This also applies to existing bookings.',
  'op.tests.end': 'Remove',
  'op.tests.end.what': 'Remove the patch test for {service}',
  'op.tests.end.text': 'From now on, only artists who require it themselves will ask for it.',
} as const

const t = createTranslator(operatorFormMessages)
const o = createTranslator(operatorMessages)

interface FormEditorProps {
  /** Null for a new form. */
  form: OperatorForm | null
  services: readonly { id: string; label: string }[]
  onDone: (number: number) => void
  onClose: () => void
}

export function FormEditor({ form, services, onDone, onClose }: FormEditorProps) {
  const element = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form: element })
  const [draft, setDraft] = useState(() => toFormDraft(form))
  const set = (part: Partial<FormDraft>) => setDraft((now) => ({ ...now, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = toFormInput(draft)
    const wrong: Errors = {
      ...(sent.name.length < 2
        ? { name: formatPhrase(sharedMessages['field.required'], { Name: t('op.forms.name') }) }
        : {}),
      ...(sent.intro === '' ? { intro: t('op.forms.intro.error') } : {}),
      ...Object.fromEntries(
        sent.questions.flatMap(({ text }, i) =>
          text.length < 3 ? [[`questions.${i}.text`, t('op.forms.question.error')]] : [],
        ),
      ),
      ...validateReason(draft.reason),
    }
    const api = browserApi().operatorForms
    const done = await run(
      async () => {
        if (form) return (await api.publish({ ...sent, formId: form.id })).number
        await api.create(sent)
        return 1
      },
      { errors: wrong },
    )
    if (done) onDone(done.answer)
  }
  return (
    <TitledCard title={form ? t('op.forms.change.what', { name: form.name }) : t('op.forms.new')}>
      <form ref={element} className="stack" noValidate onSubmit={submit}>
        {formError && <Note kind="error">{formError}</Note>}
        <TextField
          label={t('op.forms.name')}
          name="name"
          maxLength={60}
          value={draft.name}
          error={errors['name'] ?? null}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextAreaField
          label={t('op.forms.intro')}
          name="intro"
          rows={3}
          maxLength={formLimits.intro}
          value={draft.intro}
          error={errors['intro'] ?? null}
          onChange={({ target }) => set({ intro: target.value })}
        />
        <section className="stack" aria-label={t('op.forms.questions')}>
          <ol className="stack">
            {draft.questions.map((question, i) => (
              <QuestionFields
                key={question.key}
                question={question}
                n={i + 1}
                last={i === draft.questions.length - 1}
                error={errors[`questions.${i}.text`]}
                onChange={(part) =>
                  set({
                    questions: draft.questions.map((one) => (one.key === question.key ? { ...one, ...part } : one)),
                  })
                }
                onMove={(by) => set({ questions: moveQuestion(draft.questions, i, by) })}
                onRemove={() => set({ questions: draft.questions.filter(({ key }) => key !== question.key) })}
              />
            ))}
          </ol>
          {canAddQuestion(draft) && (
            <div>
              <Button
                kind="secondary"
                size="small"
                onClick={() => set({ questions: [...draft.questions, createQuestionDraft()] })}>
                {t('op.forms.question.add')}
              </Button>
            </div>
          )}
        </section>
        <fieldset className="stack gap-8">
          <legend className="field-label">{t('op.forms.with')}</legend>
          <div className="field-grid even">
            {services.map(({ id, label }) => (
              <Checkbox
                key={id}
                name="services"
                checked={draft.services.includes(id)}
                onChange={({ target }) =>
                  set({
                    services: target.checked ? [...draft.services, id] : draft.services.filter((one) => one !== id),
                  })
                }>
                {label}
              </Checkbox>
            ))}
          </div>
          {errors['services'] && <FieldError>{errors['services']}</FieldError>}
        </fieldset>
        <p className="small muted">{t('op.forms.publish.note')}</p>
        <ReasonField value={draft.reason} error={errors['reason']} onChange={(reason) => set({ reason })} />
        <div className="row gap-8 wrapping">
          <Button type="submit" loading={pending}>
            {t('op.forms.publish')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {o('op.back')}
          </Button>
        </div>
      </form>
    </TitledCard>
  )
}

interface QuestionFieldsProps {
  question: QuestionDraft
  n: number
  last: boolean
  error: string | undefined
  onChange: (part: Partial<QuestionDraft>) => void
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

function QuestionFields({ question, n, last, error, onChange, onMove, onRemove }: QuestionFieldsProps) {
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

type QuestionDraft = FormQuestion & { key: number }
type FormDraft = {
  name: string
  intro: string
  questions: readonly QuestionDraft[]
  services: readonly string[]
  reason: string
}

let keys = 0
export const createQuestionDraft = (): QuestionDraft => ({ key: ++keys, kind: 'yesNo', text: '' })

/** Returns the draft of a form; a new one has an empty question. */
export const toFormDraft = (form: OperatorForm | null): FormDraft => ({
  name: form?.name ?? '',
  intro: form?.versions[0]?.intro ?? '',
  questions: form?.versions[0]?.questions.map((question) => ({ ...question, key: ++keys })) ?? [createQuestionDraft()],
  services: form?.services ?? [],
  reason: '',
})

export const canAddQuestion = ({ questions }: FormDraft): boolean => questions.length < formLimits.questions

/** Returns the questions with one moved; unchanged at either end. */
export function moveQuestion(questions: readonly QuestionDraft[], at: number, by: 1 | -1): readonly QuestionDraft[] {
  const [one, other] = [questions[at], questions[at + by]]
  if (!one || !other) return questions
  return questions.map((question, i) => (i === at ? other : i === at + by ? one : question))
}

export const toFormInput = (draft: FormDraft) => ({
  name: draft.name.trim(),
  intro: draft.intro.trim(),
  questions: draft.questions.map(({ kind, text }) => ({ kind, text: text.trim() })),
  services: [...draft.services],
  reason: draft.reason.trim(),
})
