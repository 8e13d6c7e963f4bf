import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { formLimits, FormQuestion } from '#contract/catalog/forms/forms.ts'
import type { OperatorForm } from '#contract/catalog/forms/operator-forms.ts'
import { defineMessages, createTranslator, formatMessage } from '#contract/i18n/messages.ts'
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

export const operatorFormMessages = defineMessages({
  'operator.forms.title': 'Forms',
  'operator.forms.text':
    'Questions that customers answer and sign before certain services. Only they and their artist can read the answers. Operators only see whether the form is signed.',
  'operator.forms.none': 'No forms yet. Bookings need no signature.',
  'operator.forms.add': 'Create form',
  'operator.forms.new': 'New form',
  'operator.forms.change': 'Edit',
  'operator.forms.change.what': 'Edit {name}',
  'operator.forms.retire': 'Retire form',
  'operator.forms.retire.what': 'Retire {name}',
  'operator.forms.retire.text': 'New bookings will not need it. Signed forms are kept for the storage period.',
  'operator.forms.retired': 'Retired',
  'operator.forms.services': 'Required for: {services}.',
  'operator.forms.services.none': 'Not required for any service yet.',
  'operator.forms.version': 'Version {number}, since {date}',
  'operator.forms.signed': '{n, plural, =0 {not signed yet} one {signed once} other {signed {n} times}}',
  'operator.forms.before': '{n, plural, one {1 earlier version} other {{n} earlier versions}}',
  'operator.forms.name': 'Name',
  'operator.forms.intro': 'Introduction',
  'operator.forms.intro.error': 'Enter an introduction.',
  'operator.forms.questions': 'Questions',
  'operator.forms.question': 'Question {n}',
  'operator.forms.question.error': 'Enter the question.',
  'operator.forms.question.add': 'Add a question',
  'operator.forms.question.remove': 'Remove question {n}',
  'operator.forms.question.up': 'Move question {n} up',
  'operator.forms.question.down': 'Move question {n} down',
  'operator.forms.kind': 'Type of answer for question {n}',
  'operator.forms.kind.yesNo': 'Yes or no, with details for yes',
  'operator.forms.kind.words': 'Optional text',
  'operator.forms.kind.agree': 'Required agreement',
  'operator.forms.with': 'Required for',
  'operator.forms.publish': 'Publish',
  'operator.forms.publish.note': 'Changes create a new version. Signed forms stay as they were signed.',
  'operator.forms.published': 'Version {number} published.',
  'operator.forms.answer.yesNo': 'Yes or no',
  'operator.forms.answer.words': 'Text',
  'operator.forms.answer.agree': 'Agreed to',
  'operator.tests.title': 'Patch tests',
  'operator.tests.text':
    'Every artist must do a patch test for these services, 48 hours to six months before the booking. Artists can require it for other services too.',
  'operator.tests.none': 'No service requires a patch test.',
  'operator.tests.minutes': '{minutes} minutes',
  'operator.tests.service': 'Service',
  'operator.tests.choose': 'Choose a service',
  'operator.tests.length': 'Minutes',
  'operator.tests.wrong': 'Choose a service and {least} to {most} minutes in steps of five.',
  'operator.tests.ask': 'Require a patch test',
  'operator.tests.ask.what': 'Require a patch test for {service}',
  'operator.tests.ask.text':
    'Bookings with this service need a test of {minutes} minutes before they can start. This also applies to existing bookings.',
  'operator.tests.end': 'Remove',
  'operator.tests.end.what': 'Remove the patch test for {service}',
  'operator.tests.end.text': 'From now on, only artists who require it themselves will ask for it.',
})

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
        ? { name: formatMessage(sharedMessages['field.required'], { Name: t('operator.forms.name') }) }
        : {}),
      ...(sent.intro === '' ? { intro: t('operator.forms.intro.error') } : {}),
      ...Object.fromEntries(
        sent.questions.flatMap(({ text }, i) =>
          text.length < 3 ? [[`questions.${i}.text`, t('operator.forms.question.error')]] : [],
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
    <TitledCard title={form ? t('operator.forms.change.what', { name: form.name }) : t('operator.forms.new')}>
      <form ref={element} className="stack" noValidate onSubmit={submit}>
        {formError && <Note kind="error">{formError}</Note>}
        <TextField
          label={t('operator.forms.name')}
          name="name"
          maxLength={60}
          value={draft.name}
          error={errors['name'] ?? null}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextAreaField
          label={t('operator.forms.intro')}
          name="intro"
          rows={3}
          maxLength={formLimits.intro}
          value={draft.intro}
          error={errors['intro'] ?? null}
          onChange={({ target }) => set({ intro: target.value })}
        />
        <section className="stack" aria-label={t('operator.forms.questions')}>
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
                {t('operator.forms.question.add')}
              </Button>
            </div>
          )}
        </section>
        <fieldset className="stack gap-8">
          <legend className="field-label">{t('operator.forms.with')}</legend>
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
        <p className="small muted">{t('operator.forms.publish.note')}</p>
        <ReasonField value={draft.reason} error={errors['reason']} onChange={(reason) => set({ reason })} />
        <div className="row gap-8 wrapping">
          <Button type="submit" loading={pending}>
            {t('operator.forms.publish')}
          </Button>
          <Button kind="secondary" onClick={onClose}>
            {o('operator.back')}
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
        label={t('operator.forms.question', { n })}
        name={`questions.${n - 1}.text`}
        rows={2}
        maxLength={formLimits.words}
        value={question.text}
        error={error ?? null}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <div className="row gap-8 wrapping">
        <SelectField
          label={t('operator.forms.kind', { n })}
          value={question.kind}
          onChange={({ target }) => onChange({ kind: FormQuestion.shape.kind.parse(target.value) })}>
          {FormQuestion.shape.kind.options.map((kind) => (
            <option key={kind} value={kind}>
              {t(`operator.forms.kind.${kind}`)}
            </option>
          ))}
        </SelectField>
        <IconButton label={t('operator.forms.question.up', { n })} disabled={n === 1} onClick={() => onMove(-1)}>
          <ChevronUp className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={t('operator.forms.question.down', { n })} disabled={last} onClick={() => onMove(1)}>
          <ChevronDown className="icon" aria-hidden="true" />
        </IconButton>
        <IconButton label={t('operator.forms.question.remove', { n })} disabled={n === 1 && last} onClick={onRemove}>
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
