import { Link, useLoaderData, useSearchParams } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { chargeBackStates } from '#contract/operator/bank.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable } from '#web/operator/table.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { bankMessages } from './bank-messages.ts'
import { chargeBackLooks } from './money-messages.ts'
import tableStyles from '#web/ui/table.module.css'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(bankMessages)
const o = createTranslator(operatorMessages)
type Query = { state?: (typeof chargeBackStates)[number] }

async function load(query: Query, cursor?: string) {
  const { chargeBacks: rows, nextCursor } = await browserApi().operatorBank.chargeBacks({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['state']) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function ChargeBacksPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const [, setAddress] = useSearchParams()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('operator.chargeBacks')} text={t('operator.chargeBacks.text')}>
      <div className={consoleStyles.filter}>
        <SelectField
          label={t('operator.chargeBack.state')}
          name="state"
          value={query.state ?? ''}
          onChange={({ target }) => setAddress(target.value ? { state: target.value } : {})}>
          <option value="">{o('operator.filter.all')}</option>
          {chargeBackStates.map((state) => (
            <option key={state} value={state}>
              {t(`operator.chargeBack.state.${state}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <ListTable
        list={list}
        name="charge-backs"
        caption={t('operator.chargeBacks')}
        empty={t('operator.chargeBacks.empty')}
        clear={o('operator.clear.filters')}
        columns={[
          t('operator.chargeBack.payment'),
          t('operator.chargeBack.amount'),
          t('operator.chargeBack.state'),
          t('operator.chargeBack.due'),
        ]}
        row={(one) => (
          <tr key={one.id}>
            <td>
              <Link className={consoleStyles.pickName} to={`/operator/charge-backs/${one.id}`}>
                {one.payment.description}
              </Link>
              <div className="micro muted">{t('operator.chargeBack.number', { number: one.payment.number })}</div>
            </td>
            <td className={tableStyles.amount}>
              {formatMoney(one.amount, one.currency, { decimals: 'always', mixed: true })}
            </td>
            <td>
              <Badge look={chargeBackLooks[one.state]}>{t(`operator.chargeBack.state.${one.state}`)}</Badge>
            </td>
            <td className={consoleStyles.keep}>
              {one.state === 'open' && one.dueAt ? formatOperatorMoment(one.dueAt) : '–'}
            </td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
