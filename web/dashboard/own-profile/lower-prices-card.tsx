import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { minor, moneyOf } from '#contract/money.ts'
import { lowered, unitsWithFee } from '#contract/price.ts'
import type { OwnLowerPrice } from '#contract/providers/lower-price.ts'
import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import { reader } from '#contract/words.ts'
import { LeaveGuard } from '#web/dashboard/leave-guard.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { lowerPhrase } from '#web/providers/selling/lower-phrases.ts'
import { type Errors, type FormState, useForm } from '#web/signup/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { Note } from '#web/ui/note.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import styles from './form-card.module.css'
import { draftOf, freshLower, type LowerDraft, lowerOfDraft, wrongInLower } from './lower-draft.ts'
import { LowerFields } from './lower-fields.tsx'
import { useDashboardWords, useOwn } from './own.tsx'
import { sellingWords } from './selling-words.ts'

const t = reader(sellingWords)

/** When an artist works for less, with its own Save; whoever leaves with something unsaved is asked first. */
export function LowerPricesCard({ rules, catalogue }: { rules: readonly OwnLowerPrice[]; catalogue: OwnCatalogue }) {
  const words = useDashboardWords()
  const { profile } = useOwn()
  const id = useId()
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const { draft, change, errors, problem, submit, form } = useForm({
    start: { rules: rules.map(draftOf) },
    check: (now): Errors => Object.assign({}, ...now.rules.map((rule, i) => wrongInLower(rule, `rules.${i}`))),
    send: (now) => browserApi().ownProfile.setLowerPrices({ rules: now.rules.map(lowerOfDraft) }),
    onSaved: () => {
      toast('success', words('toast.saved'))
    },
    onState: setState,
  })
  const example = profile.services.find(({ status, cost }) => status === 'active' && cost !== null)
  const percent = catalogue.categories.find((category) => category.id === example?.categoryId)?.feePercent ?? 0
  const said = (rule: LowerDraft, i: number) => {
    if (!example || Object.keys(wrongInLower(rule, `rules.${i}`)).length > 0) return null
    const costMinor = minor(example.cost ?? 0)
    const less = lowered(costMinor, { percent: lowerOfDraft(rule).percent })
    const price = (cost: number) => moneyOf(minor(unitsWithFee(cost, percent)), profile.currency)
    const preview = t('low.preview', {
      service: example.label,
      before: price(costMinor),
      after: price(less),
      earn: moneyOf(less, profile.currency, { decimals: 'always' }),
    })
    return `${lowerPhrase(lowerOfDraft(rule), profile.countryCode)}. ${preview}`
  }
  const put = (key: number, part: Partial<LowerDraft>) =>
    change({ rules: draft.rules.map((rule) => (rule.key === key ? { ...rule, ...part } : rule)) })
  return (
    <section className={classes('stack', styles.formPart)} id="lower" aria-labelledby={`${id}-title`}>
      <div className="stack gap-4">
        <h2 className="heading-2" id={`${id}-title`}>
          {t('low.title')}
        </h2>
        <p className="muted">{t('low.text')}</p>
      </div>
      <form id={id} ref={form} onSubmit={submit} noValidate className="stack">
        {problem && <Note kind="error">{problem}</Note>}
        {draft.rules.length === 0 && <p className="muted">{t('low.none')}</p>}
        {draft.rules.map((rule, i) => (
          <LowerFields
            key={rule.key}
            rule={rule}
            path={`rules.${i}`}
            errors={errors}
            said={said(rule, i)}
            onChange={(part) => put(rule.key, part)}
            onRemove={() => change({ rules: draft.rules.filter(({ key }) => key !== rule.key) })}
          />
        ))}
        {draft.rules.length < 8 && (
          <div className="row gap-8 wrapping">
            {(['off_peak', 'last_minute'] as const).map((kind) => (
              <Button key={kind} kind="secondary" onClick={() => change({ rules: [...draft.rules, freshLower(kind)] })}>
                <Plus className="icon" aria-hidden="true" />
                {t(`low.new.${kind}`)}
              </Button>
            ))}
          </div>
        )}
      </form>
      <div>
        <Button type="submit" form={id} loading={state.busy}>
          {words('form.save')} <span className="visually-hidden">{t('low.title')}</span>
        </Button>
      </div>
      <LeaveGuard unsaved={state.dirty} />
    </section>
  )
}
