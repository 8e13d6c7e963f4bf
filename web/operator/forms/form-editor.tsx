import { type FormEvent, useRef, useState } from 'react'
import { formLimits } from '#contract/catalog/forms/forms.ts'
import type { OperatorForm } from '#contract/catalog/forms/operator-forms.ts'
import { reader, say } from '#contract/words.ts'
import { ReasonField, wrongReason } from '#web/operator/reason-field.tsx'
import { operatorWords } from '#web/operator/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sharedWords } from '#web/platform/shared-words.ts'
import { type Errors, useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { draftOf, type FormDraft, freshQuestion, mayAdd, moved, sentOf } from './form-draft.ts'
import { operatorFormWords } from './form-words.ts'
import { QuestionFields } from './question-fields.tsx'

const t = reader(operatorFormWords)
const o = reader(operatorWords)

interface FormEditorProps {
  /** Null for a new one. */
  form: OperatorForm | null
  /** Services that no other form is asked for with. */
  services: readonly { id: string; label: string }[]
  onDone: (number: number) => void
  onClose: () => void
}

/** A form to be published; what is typed stays whatever is refused. */
export function FormEditor({ form, services, onDone, onClose }: FormEditorProps) {
  const element = useRef<HTMLFormElement>(null)
  const { errors, said, waiting, run } = useAct({ form: element })
  const [draft, setDraft] = useState(() => draftOf(form))
  const set = (part: Partial<FormDraft>) => setDraft((now) => ({ ...now, ...part }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const sent = sentOf(draft)
    const wrong: Errors = {
      ...(sent.name.length < 2 ? { name: say(sharedWords['field.required'], { Name: t('op.forms.name') }) } : {}),
      ...(sent.intro === '' ? { intro: t('op.forms.intro.error') } : {}),
      ...Object.fromEntries(
        sent.questions.flatMap(({ text }, i) =>
          text.length < 3 ? [[`questions.${i}.text`, t('op.forms.question.error')]] : [],
        ),
      ),
      ...wrongReason(draft.reason),
    }
    const api = browserApi().operatorForms
    const done = await run(
      async () => {
        if (form) return (await api.publish({ ...sent, formId: form.id })).number
        await api.make(sent)
        return 1
      },
      { wrong },
    )
    if (done) onDone(done.answer)
  }
  return (
    <TitledCard title={form ? t('op.forms.change.what', { name: form.name }) : t('op.forms.new')}>
      <form ref={element} className="stack" noValidate onSubmit={submit}>
        {said && <Note kind="error">{said}</Note>}
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
                onMove={(by) => set({ questions: moved(draft.questions, i, by) })}
                onRemove={() => set({ questions: draft.questions.filter(({ key }) => key !== question.key) })}
              />
            ))}
          </ol>
          {mayAdd(draft) && (
            <div>
              <Button
                kind="secondary"
                size="small"
                onClick={() => set({ questions: [...draft.questions, freshQuestion()] })}>
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
          <Button type="submit" loading={waiting}>
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
