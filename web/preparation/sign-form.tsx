import { type FormEvent, useRef, useState } from 'react'
import { findMissingAnswer, type FormAnswer, formLimits, type FormQuestion } from '#contract/catalog/forms/forms.ts'
import type { BookingForm, BookingForms } from '#contract/preparation/forms.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { getFirstName } from '#web/appointments/booking-phrases.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/fields/choice.tsx'
import { FieldError, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { formMessages } from './form-messages.ts'

interface SignFormProps {
  appointmentId: string
  of: BookingForms
  onDone: () => void
  /** Undefined if the form cannot be cancelled. */
  onCancel?: (() => void) | undefined
}

/** Questions of all forms and the signature; typed values stay if refused. */
export function SignForm({ appointmentId, of, onDone, onCancel }: SignFormProps) {
  const t = createTranslator(formMessages, of.countryCode)
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form })
  const [drafts, setDrafts] = useState(() => createDrafts(of.forms))
  const [as, setAs] = useState('')
  const firstName = getFirstName(of.artist)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = Object.fromEntries(
      Object.entries(listMissingFields(of.forms, drafts)).map(([field, missing]) => [
        field,
        t(`forms.${missing}.error`),
      ]),
    )
    if (as.trim().length < 2) wrong['as'] = t('forms.as.error')
    const forms = of.forms.map(({ formId, versionId }) => ({ versionId, answers: [...(drafts[formId] ?? [])] }))
    const done = await run(
      (key) =>
        browserApi().bookings.signForms(
          { appointmentId, as: as.trim(), forms },
          { key, showToastOnSuccess: t('forms.done', { firstName }) },
        ),
      { errors: wrong },
    )
    if (done) onDone()
  }
  return (
    <form ref={form} className="stack gap-24" noValidate onSubmit={submit}>
      <p>{t('forms.whole', { firstName })}</p>
      {of.forms.map(({ formId, name, intro, questions }) => (
        <section key={formId} className="card pad-24 stack" aria-labelledby={`form-${formId}`}>
          <h2 className="heading-3" id={`form-${formId}`}>
            {name}
          </h2>
          <p className="muted">{intro}</p>
          {questions.map((question, i) => (
            <Question
              key={`${formId} ${question.text}`}
              question={question}
              answer={drafts[formId]?.[i] ?? { yes: null, words: '' }}
              names={{ yes: getAnswerFieldName(formId, i, 'yes'), words: getAnswerFieldName(formId, i, 'words') }}
              errors={errors}
              firstName={firstName}
              t={t}
              onChange={(part) => setDrafts((now) => updateAnswer(now, formId, i, part))}
            />
          ))}
        </section>
      ))}
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('forms.as')}
        hint={t('forms.as.hint')}
        name="as"
        autoComplete="name"
        maxLength={100}
        value={as}
        error={errors['as'] ?? null}
        onChange={({ target }) => setAs(target.value)}
      />
      <div className="row gap-8 wrapping">
        <Button type="submit" loading={pending}>
          {t('forms.send')}
        </Button>
        {onCancel && (
          <Button kind="secondary" onClick={onCancel}>
            {t('forms.keep')}
          </Button>
        )}
      </div>
    </form>
  )
}

interface QuestionProps {
  question: FormQuestion
  answer: FormAnswer
  names: { yes: string; words: string }
  errors: Readonly<Record<string, string>>
  firstName: string
  t: ReturnType<typeof createTranslator<typeof formMessages>>
  onChange: (part: Partial<FormAnswer>) => void
}

function Question({ question: { kind, text }, answer, names, errors, firstName, t, onChange }: QuestionProps) {
  const wrong = errors[names.yes]
  const words = (label: string, optional?: string) => (
    <TextAreaField
      label={label}
      {...(optional ? { optional } : {})}
      name={names.words}
      rows={2}
      maxLength={formLimits.answer}
      value={answer.words}
      error={errors[names.words] ?? null}
      onChange={({ target }) => onChange({ words: target.value })}
    />
  )
  if (kind === 'words') return words(text, t('forms.optional'))
  if (kind === 'agree')
    return (
      <div className="stack gap-4">
        <p>{text}</p>
        <Checkbox
          name={names.yes}
          checked={answer.yes === true}
          aria-label={`${t('forms.agree')}: ${text}`}
          aria-invalid={wrong ? true : undefined}
          onChange={({ target }) => onChange({ yes: target.checked })}>
          {t('forms.agree')}
        </Checkbox>
        {wrong && <FieldError>{wrong}</FieldError>}
      </div>
    )
  return (
    <fieldset className="stack gap-8">
      <legend className="field-label">{text}</legend>
      <div className="row gap-24">
        {([true, false] as const).map((yes) => (
          <Radio
            key={String(yes)}
            name={names.yes}
            checked={answer.yes === yes}
            aria-invalid={wrong ? true : undefined}
            onChange={() => onChange({ yes, ...(yes ? {} : { words: '' }) })}>
            {t(yes ? 'forms.yes' : 'forms.no')}
          </Radio>
        ))}
      </div>
      {wrong && <FieldError>{wrong}</FieldError>}
      {answer.yes && words(t('forms.more', { firstName }))}
    </fieldset>
  )
}

/** Answers by form, in the order of its questions. */
type Drafts = Readonly<Record<string, readonly FormAnswer[]>>

const empty: FormAnswer = { yes: null, words: '' }

/** Returns the initial answers: earlier ones if the questions are unchanged. */
export const createDrafts = (forms: readonly BookingForm[]): Drafts =>
  Object.fromEntries(
    forms.map(({ formId, number, questions, signed }) => [
      formId,
      questions.map((_, i) => (signed?.number === number ? (signed.answers?.[i] ?? empty) : empty)),
    ]),
  )

export const updateAnswer = (drafts: Drafts, formId: string, at: number, part: Partial<FormAnswer>): Drafts => ({
  ...drafts,
  [formId]: (drafts[formId] ?? []).map((answer, i) => (i === at ? { ...answer, ...part } : answer)),
})

export const getAnswerFieldName = (formId: string, at: number, part: 'yes' | 'words'): string =>
  `${formId}.${at}.${part}`

type Missing = NonNullable<ReturnType<typeof findMissingAnswer>>

export function listMissingFields(
  forms: readonly { formId: string; questions: readonly FormQuestion[] }[],
  drafts: Drafts,
): Record<string, Missing> {
  return Object.fromEntries(
    forms.flatMap(({ formId, questions }) =>
      questions.flatMap((question, i) => {
        const answer = drafts[formId]?.[i]
        const missing = findMissingAnswer(question, answer && { ...answer, words: answer.words.trim() })
        return missing ? [[getAnswerFieldName(formId, i, missing === 'words' ? 'words' : 'yes'), missing] as const] : []
      }),
    ),
  )
}
