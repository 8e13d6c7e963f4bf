import type { OutputOf } from '#contract/endpoint.ts'
import type { ownWords } from '#contract/providers/own-words.ts'
import { ownLabel, reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, type FormState, useForm } from '#web/signup/forms/use-form.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { Note } from '#web/ui/note.tsx'
import { LookedNote } from './looked-note.tsx'
import { ownWordsWords } from './own-words-words.ts'
import { type WordsDraft, wordsDraftOf, wrongInWords } from './words-draft.ts'
import { WordsFields } from './words-fields.tsx'

const t = reader(ownWordsWords)
type Answer = OutputOf<typeof ownWords.show>

interface OwnWordsFormProps {
  id: string
  words: Answer
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

/** What an artist calls each service, with how it stands and what customers read. */
export function OwnWordsForm({ id, words: { services, lookFirst }, onSaved, onState }: OwnWordsFormProps) {
  const { profile } = useOwn()
  const { draft, change, errors, problem, submit, form } = useForm({
    start: { items: services.map(wordsDraftOf) },
    check: ({ items }): Errors => Object.assign({}, ...items.map((item, i) => wrongInWords(item, `items.${i}`))),
    send: ({ items }) =>
      browserApi().ownWords.set({
        items: services.map(({ serviceId }, i) => ({
          serviceId,
          title: items[i]?.title.trim() || null,
          words: items[i]?.words ?? '',
        })),
      }),
    onSaved,
    onState,
  })
  const put = (at: number, part: Partial<WordsDraft>) =>
    change({ items: draft.items.map((item, i) => (i === at ? { ...item, ...part } : item)) })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {problem && <Note kind="error">{problem}</Note>}
      <p className="muted">{t('words.text')}</p>
      {lookFirst && <Note kind="info">{t('words.look')}</Note>}
      {services.map((service, i) => {
        const item = draft.items[i] ?? wordsDraftOf(service)
        const label = profile.services.find((one) => one.id === service.serviceId)?.label ?? service.serviceId
        return (
          <fieldset key={service.serviceId} className="card pad-24 stack">
            <legend className="visually-hidden">{label}</legend>
            <div className="row gap-8 wrapping space-between">
              <p className="bold">{label}</p>
              <LookedNote of={service} />
            </div>
            <WordsFields
              draft={item}
              path={`items.${i}`}
              errors={errors}
              label={t('words.field.title')}
              hint={
                item.title.trim()
                  ? t('words.said', { label: ownLabel(item.title.trim(), label) })
                  : t('words.field.title.hint', { label })
              }
              onChange={(part) => put(i, part)}
            />
          </fieldset>
        )
      })}
    </form>
  )
}
