import type { OutputOf } from '#contract/endpoint.ts'
import { type ownPatchTests, patchTestMinutes } from '#contract/providers/patch-tests.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { type FormState, useForm } from '#web/signup/forms/use-form.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { patchTestWords } from './patch-test-words.ts'

const t = reader(patchTestWords)
type Answer = OutputOf<typeof ownPatchTests.show>

const lengths: readonly number[] = Array.from(
  { length: (patchTestMinutes.most - patchTestMinutes.least) / patchTestMinutes.step + 1 },
  (_, i) => patchTestMinutes.least + i * patchTestMinutes.step,
)

interface PatchTestsFormProps {
  id: string
  loaded: Answer
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

/** Which services need a patch test, and how long it takes. */
export function PatchTestsForm({ id, loaded: { services }, onSaved, onState }: PatchTestsFormProps) {
  const { draft, change, problem, submit, form } = useForm({
    start: { minutes: Object.fromEntries(services.map(({ serviceId, minutes }) => [serviceId, minutes])) },
    send: (now) =>
      browserApi().ownPatchTests.set({
        tests: Object.entries(now.minutes).flatMap(([serviceId, minutes]) => (minutes ? [{ serviceId, minutes }] : [])),
      }),
    onSaved,
    onState,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {problem && <Note kind="error">{problem}</Note>}
      <p className="muted">{t('ptest.text')}</p>
      {services.length === 0 && <p className="muted">{t('ptest.none')}</p>}
      <div className="field-grid even">
        {services.map(({ serviceId, label, everywhere }) => (
          <SelectField
            key={serviceId}
            label={label}
            hint={everywhere === null ? undefined : t('ptest.everywhere')}
            value={draft.minutes[serviceId] ?? ''}
            onChange={({ target }) =>
              change({ minutes: { ...draft.minutes, [serviceId]: target.value ? Number(target.value) : null } })
            }>
            <option value="">{everywhere === null ? t('ptest.no') : t('ptest.usual', { minutes: everywhere })}</option>
            {lengths.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t('ptest.minutes', { minutes })}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
    </form>
  )
}
