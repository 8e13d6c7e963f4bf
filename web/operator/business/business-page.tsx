import { Form, useLoaderData, useNavigation, useSubmit } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import { CountryCode } from '#contract/values.ts'
import { countries, reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { businessWords } from './business-words.ts'
import { CohortFigure } from './cohort-figure.tsx'
import { FirstQuotesFigure } from './first-quotes-figure.tsx'
import { FunnelFigure } from './funnel-figure.tsx'
import { MoneyFigure } from './money-figure.tsx'
import { marketName } from '#web/ui/figures/named.ts'
import { SquaresFigures } from './squares-figures.tsx'
import styles from './business-page.module.css'

const t = reader(businessWords)
const spans = [4, 12, 26, 53] as const
const USUAL_WEEKS = 12

/** What stands in the address; what no figure knows is left out. */
function chosenIn(request: Request) {
  const { searchParams } = new URL(request.url)
  const country = CountryCode.safeParse(searchParams.get('market'))
  const kind = searchParams.get('kind') ?? ''
  const weeks = Number(searchParams.get('weeks'))
  return {
    weeks: spans.find((span) => span === weeks) ?? USUAL_WEEKS,
    ...(country.success && { countryCode: country.data }),
    ...(/^\d{1,6}$/.test(kind) && { categoryId: Number(kind) }),
  }
}

export const clientLoader = membersOnly(async ({ request }) => {
  const chosen = chosenIn(request)
  const { weeks: _, ...ofAllTime } = chosen
  const api = browserApi()
  const { user } = await api.accounts.me({})
  const [funnel, money, quotes, squares, cohorts] = await Promise.all([
    api.operatorBusiness.funnel(chosen),
    api.operatorBusiness.money(chosen),
    api.operatorBusiness.firstQuotes(chosen),
    api.operatorBusiness.squares(chosen.countryCode ? { countryCode: chosen.countryCode } : {}),
    api.operatorBusiness.cohorts(ofAllTime),
  ])
  return {
    chosen,
    funnel,
    money,
    quotes,
    squares,
    cohorts,
    opens: { ledger: hasDuty(user.duties, ['money']), demand: hasDuty(user.duties, ['content']) },
  }
})

export const HydrateFallback = Undetermined

/** What the market does, in figures: each with its chart, its table, its file and what it means. */
export default function BusinessPage() {
  const { chosen, funnel, money, quotes, squares, cohorts, opens } = useLoaderData<typeof clientLoader>()
  const submit = useSubmit()
  const moving = useNavigation().state === 'loading'
  const { kinds, weeks } = funnel
  const kindName = (id: number) => kinds.find((kind) => kind.id === id)?.label ?? String(id)
  const byMonth = { months: cohorts.months }
  return (
    <ConsoleFrame title={t('biz.title')} text={t('biz.text')}>
      <Form className={styles.chosen} onChange={(event) => submit(event.currentTarget)}>
        <SelectField label={t('biz.market')} name="market" defaultValue={chosen.countryCode ?? ''}>
          <option value="">{t('biz.market.all')}</option>
          {countries.map((code) => (
            <option key={code} value={code}>
              {marketName(code)}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('biz.kind')} name="kind" defaultValue={chosen.categoryId ?? ''}>
          <option value="">{t('biz.kind.all')}</option>
          {kinds.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField label={t('biz.weeks')} name="weeks" defaultValue={chosen.weeks}>
          {spans.map((n) => (
            <option key={n} value={n}>
              {t('biz.weeks.n', { n })}
            </option>
          ))}
        </SelectField>
        <Button type="submit" kind="secondary" loading={moving}>
          {t('biz.show')}
        </Button>
      </Form>
      <FunnelFigure {...funnel} />
      <MoneyFigure {...money} kinds={kinds} ledger={opens.ledger} />
      <FirstQuotesFigure {...quotes} axis={weeks} kindName={kindName} />
      <SquaresFigures {...squares} demand={opens.demand} />
      <CohortFigure
        {...byMonth}
        title={t('biz.customers')}
        file="customers"
        means={t('biz.customers.means')}
        none={t('biz.customers.none')}
        cohorts={cohorts.customers}
      />
      <CohortFigure
        {...byMonth}
        title={t('biz.artists.cohort')}
        file="artists"
        means={t('biz.artists.means')}
        none={t('biz.artists.none')}
        cohorts={cohorts.artists}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
