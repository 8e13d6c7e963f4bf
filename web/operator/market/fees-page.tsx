import { useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { formatDate, markets, formatMoney } from '#contract/format.ts'
import { feeStates } from '#contract/operator/fee-rule.ts'
import type { FeeState, OperatorFeeRule } from '#contract/operator/fees.ts'
import { countries } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { readAllPages } from '#web/operator/lists/list-tools.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { downloadFile } from '#web/platform/download.ts'
import { useForm } from '#web/platform/use-form.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { FeeForm, feeMessages } from './fee-form.tsx'

const t = createTranslator(feeMessages)
const o = createTranslator(operatorMessages)
const names = ['text', 'state', 'countryCode', 'artist'] as const
type Query = { text?: string; state?: FeeState; countryCode?: 'AU' | 'US' | 'GB' | 'CA'; artist?: string }

async function load(query: Query, cursor?: string) {
  const { rules: rows, nextCursor } = await browserApi().operatorFees.list({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, names) as Query
  const { categories } = await browserApi().operatorMarket.catalogue({})
  return { query, categories, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function FeesPage() {
  const { query, categories, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  const [confirm, dialog] = useConfirmation()
  const [adding, setAdding] = useState(false)
  const { pending, run } = useForm({ toasts: true })
  const today = new Date().toISOString().slice(0, 10)
  const save = async () => {
    const done = await run(() => readAllPages((cursor) => browserApi().operatorFees.export({ ...query, ...cursor })))
    if (done) downloadFile('primp-fees.csv', done.answer)
  }
  const remove = ({ id: ruleId }: OperatorFeeRule) =>
    confirm({
      title: t('operator.feeRules.remove.title'),
      text: t('operator.feeRules.remove.text'),
      act: t('operator.feeRules.remove'),
      danger: true,
      run: (reason) => browserApi().operatorFees.remove({ ruleId, reason }),
    })
  const end = ({ id: ruleId, firstOn, lastOn }: OperatorFeeRule) => {
    // The dialog renders once; its values are read on confirmation.
    const chosen = { lastOn: lastOn ?? today }
    confirm({
      title: t('operator.feeRules.end.title'),
      text: t('operator.feeRules.end.text'),
      act: t('operator.feeRules.end'),
      fields: (
        <TextField
          label={t('operator.feeRules.last')}
          name="lastOn"
          type="date"
          min={firstOn > today ? firstOn : today}
          defaultValue={chosen.lastOn}
          onChange={({ target }) => {
            chosen.lastOn = target.value
          }}
        />
      ),
      run: (reason) => browserApi().operatorFees.end({ ruleId, lastOn: chosen.lastOn || null, reason }),
    })
  }
  return (
    <ConsoleFrame
      title={o('operator.feeRules')}
      text={t('operator.feeRules.text')}
      acts={
        <span className="row gap-8 wrapping">
          {list.rows.length > 0 && (
            <Button kind="secondary" loading={pending} onClick={save}>
              {t('operator.feeRules.export')}
            </Button>
          )}
          {!adding && <Button onClick={() => setAdding(true)}>{t('operator.feeRules.add')}</Button>}
        </span>
      }>
      {adding && (
        <TitledCard title={t('operator.feeRules.new')}>
          <FeeForm categories={categories} artist={query.artist ?? ''} today={today} onClose={() => setAdding(false)} />
        </TitledCard>
      )}
      <ConsoleTable
        list={list}
        name="fee-rules"
        hasTools={false}
        caption={o('operator.feeRules')}
        empty={t('operator.feeRules.empty')}
        search={t('operator.feeRules.search')}
        filters={[
          {
            name: 'state',
            label: t('operator.feeRules.state'),
            options: feeStates.map((state) => [state, t(`operator.feeRules.state.${state}`)]),
          },
          {
            name: 'countryCode',
            label: t('operator.feeRules.market'),
            options: countries.map((one) => [one, markets[one].name]),
          },
        ]}
        columns={[
          {
            id: 'for',
            label: t('operator.feeRules.for'),
            width: 26,
            cell: (rule) =>
              rule.artist ? <Link to={`/operator/providers/${rule.artist.id}`}>{nameRule(rule)}</Link> : nameRule(rule),
          },
          {
            id: 'percent',
            label: t('operator.feeRules.fee'),
            kind: 'number',
            isLead: true,
            cell: ({ percent }) => t('operator.feeRules.said.percent', { percent }),
          },
          { id: 'limits', label: t('operator.feeRules.limits'), width: 24, wraps: true, cell: formatLimits },
          {
            id: 'days',
            label: t('operator.feeRules.days'),
            kind: 'date',
            cell: ({ firstOn, lastOn }) => {
              const first = formatDate(firstOn, 'GB')
              return lastOn === null
                ? t('operator.feeRules.from', { first })
                : t('operator.feeRules.until', { first, last: formatDate(lastOn, 'GB') })
            },
          },
          {
            id: 'state',
            label: t('operator.feeRules.state'),
            cell: ({ state }) => (
              <Badge look={state === 'now' ? 'jadeSoft' : 'disabled'}>{t(`operator.feeRules.state.${state}`)}</Badge>
            ),
          },
          { id: 'why', label: t('operator.feeRules.why'), width: 26, wraps: true, cell: ({ reason }) => reason },
          {
            id: 'by',
            label: t('operator.feeRules.author'),
            width: 24,
            isOptional: true,
            cell: ({ madeBy, madeAt }) => t('operator.feeRules.by', { name: madeBy, at: formatShortMoment(madeAt) }),
          },
          {
            id: 'act',
            label: t('operator.feeRules.act'),
            kind: 'act',
            cell: (rule) =>
              rule.state === 'now' ? (
                <Button
                  kind="secondary"
                  size="small"
                  aria-label={`${t('operator.feeRules.end')}: ${nameRule(rule)}`}
                  onClick={() => end(rule)}>
                  {t('operator.feeRules.end')}
                </Button>
              ) : (
                rule.state === 'coming' && (
                  <Button
                    kind="secondary"
                    size="small"
                    aria-label={`${t('operator.feeRules.remove')}: ${nameRule(rule)}`}
                    onClick={() => remove(rule)}>
                    {t('operator.feeRules.remove')}
                  </Button>
                )
              ),
          },
        ]}
      />
      {dialog}
    </ConsoleFrame>
  )
}

/** Returns whom a rule concerns: the artist, the category and the country that it names. */
const nameRule = ({ artist, category, country }: OperatorFeeRule): string =>
  [artist?.name, category?.label, country?.name].filter(Boolean).join(', ')

function formatLimits({ floor, cap, firstBookings, firstMonths, currency }: OperatorFeeRule): string {
  const cash = (amount: number) => formatMoney(amount, currency ?? '', { decimals: 'always', mixed: true })
  return [
    floor !== null && t('operator.feeRules.said.floor', { amount: cash(floor) }),
    cap !== null && t('operator.feeRules.said.cap', { amount: cash(cap) }),
    firstBookings !== null && t('operator.feeRules.said.bookings', { n: firstBookings }),
    firstMonths !== null && t('operator.feeRules.said.months', { n: firstMonths }),
  ]
    .filter(Boolean)
    .join(', ')
}

export const ErrorBoundary = ConsoleError
