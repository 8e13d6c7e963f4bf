import { Link, useLoaderData, useSearchParams } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import type { OperatorPayout } from '#contract/operator/money.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { moneyMessages } from './money-messages.ts'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable, WhoseOnly } from '#web/operator/table.tsx'
import { useRows } from '#web/platform/use-rows.ts'
import { useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { Badge } from '#web/ui/badge.tsx'
import tableStyles from '#web/ui/table.module.css'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(moneyMessages)
const o = createTranslator(operatorMessages)
const states = ['queued', 'sent', 'paid', 'failed'] as const
const looks = { queued: 'outline', sent: 'info', paid: 'jadeSoft', failed: 'disabled' } as const
type Query = { state?: (typeof states)[number]; providerId?: string }

async function load(query: Query, cursor?: string) {
  const { payouts: rows, ...page } = await browserApi().operatorMoney.payouts({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['state', 'providerId']) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function PayoutsPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const [, setAddress] = useSearchParams()
  const { state: _, ...whose } = query
  const [confirm, dialog] = useConfirmation()
  const api = browserApi().operatorMoney
  const list = useRows(first, (cursor) => load(query, cursor))
  const send = (payout: OperatorPayout) =>
    confirm({
      title: t('operator.confirm.resend.payout.title', { name: payout.provider }),
      text: t('operator.confirm.resend.payout.text'),
      act: t('operator.send.again'),
      run: (reason, key) => api.sendPayout({ payoutId: payout.id, reason }, { key }),
    })
  return (
    <ConsoleFrame title={t('operator.payouts')}>
      <WhoseOnly all="/operator/payouts" />
      {first.onHold > 0 && (
        <Note kind="warning">
          {t('operator.payouts.onHold', { n: first.onHold })}{' '}
          <Link className="link tap-target" to="/operator/platform-report?state=overdue">
            {t('operator.payouts.onHold.show')}
          </Link>
        </Note>
      )}
      <SelectField
        label={t('operator.money.state')}
        name="state"
        value={query.state ?? ''}
        onChange={({ target }) => setAddress({ ...whose, ...(target.value && { state: target.value }) })}>
        <option value="">{o('operator.filter.all')}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {t(`operator.payout.state.${state}`)}
          </option>
        ))}
      </SelectField>
      <ListTable
        list={list}
        name="payouts"
        caption={t('operator.payouts')}
        empty={t('operator.money.empty.payouts')}
        clear={o('operator.clear.filters')}
        columns={[
          t('operator.money.provider'),
          t('operator.money.amount'),
          t('operator.money.state'),
          t('operator.money.when'),
        ]}
        row={(payout) => (
          <tr key={payout.id}>
            <td>
              {payout.provider}
              <div className="micro muted">{payout.gatewayId}</div>
            </td>
            <td className={tableStyles.amount}>
              {formatMoney(payout.bank, payout.currency, { decimals: 'always', mixed: true })}
              {payout.returned > 0 && (
                <div className="small muted">
                  {t('operator.payout.returned', {
                    amount: formatMoney(payout.amount, payout.currency, { decimals: 'always', mixed: true }),
                    returned: formatMoney(payout.returned, payout.currency, { decimals: 'always', mixed: true }),
                  })}
                </div>
              )}
            </td>
            <td>
              <Badge look={looks[payout.state]}>{t(`operator.payout.state.${payout.state}`)}</Badge>
              {payout.error && <div className="small muted">{payout.error}</div>}
              {payout.state === 'failed' && (
                <div>
                  <Button size="small" kind="secondary" onClick={() => send(payout)}>
                    {t('operator.send.again')}
                  </Button>
                </div>
              )}
            </td>
            <td className={consoleStyles.keep}>{formatOperatorMoment(payout.paidAt ?? payout.at)}</td>
          </tr>
        )}
      />
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
