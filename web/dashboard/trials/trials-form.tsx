import type { OutputOf } from '#contract/endpoint.ts'
import { money } from '#contract/format.ts'
import { minor, moneyOf } from '#contract/money.ts'
import type { ownTrials } from '#contract/providers/trials.ts'
import { reader } from '#contract/words.ts'
import { useOwn } from '#web/dashboard/own-profile/own.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { type Errors, type FormState, useForm } from '#web/signup/forms/use-form.ts'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { Note } from '#web/ui/note.tsx'
import { paidForTrial, type TrialDraft, trialDraftOf, trialOfDraft, wrongInTrial } from './trial-draft.ts'
import { TrialFields } from './trial-fields.tsx'
import { trialSellingWords } from './trial-words.ts'

const t = reader(trialSellingWords)
type Answer = OutputOf<typeof ownTrials.show>

interface TrialsFormProps {
  id: string
  loaded: Answer
  onSaved: (saved: Answer) => void
  onState: (state: FormState) => void
}

/** For which services a trial is offered before the day, with what a client pays for it. */
export function TrialsForm({ id, loaded: { services }, onSaved, onState }: TrialsFormProps) {
  const { profile } = useOwn()
  // Names of fields are places among those that are sent.
  const pathOf = (all: readonly TrialDraft[], one: TrialDraft) =>
    `trials.${all.filter(({ offered }) => offered).indexOf(one)}`
  const { draft, change, errors, problem, submit, form } = useForm({
    start: { trials: services.map(({ serviceId, trial }) => trialDraftOf(serviceId, trial)) },
    check: ({ trials }): Errors => Object.assign({}, ...trials.map((one) => wrongInTrial(one, pathOf(trials, one)))),
    send: ({ trials }) =>
      browserApi().ownTrials.set({ trials: trials.filter(({ offered }) => offered).map(trialOfDraft) }),
    onSaved,
    onState,
  })
  const said = (one: TrialDraft, percent: number): string | null => {
    const path = pathOf(draft.trials, one)
    if (wrongInTrial(one, path)[`${path}.cost`]) return null
    const price = paidForTrial(one, percent)
    const earn = moneyOf(minor(readNumber(one.cost) ?? 0), profile.currency, { decimals: 'always' })
    const key = price === 0 ? 'trialset.preview.free' : one.deducted ? 'trialset.preview.off' : 'trialset.preview'
    return t(key, { price: money(price, profile.currency), earn })
  }
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
      {problem && <Note kind="error">{problem}</Note>}
      <p className="muted">{t('trialset.text')}</p>
      {services.length === 0 && <p className="muted">{t('trialset.none')}</p>}
      {services.map(({ serviceId, label, percent }) => {
        const one = draft.trials.find((trial) => trial.serviceId === serviceId)
        return (
          one && (
            <TrialFields
              key={serviceId}
              draft={one}
              label={label}
              path={pathOf(draft.trials, one)}
              errors={errors}
              prefix={money(0, profile.currency).replace(/[\d.,]/g, '')}
              said={said(one, percent)}
              onChange={(part) =>
                change({ trials: draft.trials.map((trial) => (trial === one ? { ...trial, ...part } : trial)) })
              }
            />
          )
        )
      })}
    </form>
  )
}
