import { useState } from 'react'
import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useParams } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import type { BoughtVoucher, Voucher, VoucherTerms } from '#contract/payments/vouchers.ts'
import type { PaymentView } from '#contract/payments/payments.ts'
import { markets } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { PayForm } from '#web/payments/card-form.tsx'
import { ActKeys } from '#web/platform/use-form.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { nullWhenMissing, serverApi } from '#web/platform/api/server-api.ts'
import { createHead } from '#web/platform/head.ts'
import { getPublicUrl } from '#web/shell/site.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Radio } from '#web/ui/fields/choice.tsx'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { VoucherCard } from './voucher-card.tsx'
import styles from './gift-vouchers-page.module.css'
import { voucherMessages } from './voucher-messages.ts'
import { isEmail } from '#contract/accounts/parse-email.ts'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { revealAfterRender } from '#web/ui/reveal.ts'

const t = createTranslator(voucherMessages)

type Artist = Voucher['artist']

export const meta: MetaFunction<typeof loader> = ({ loaderData, matches }) => {
  const artist = loaderData?.artist
  return createHead({
    title: `${artist ? t('gift.title.artist', artist) : t('gift.list.title')} · Primp`,
    description: artist ? t('gift.text.artist', artist) : t('gift.text'),
    path: artist ? `/gift-vouchers/${artist.slug}` : '/gift-vouchers',
    publicUrl: getPublicUrl(matches),
    noindex: !loaderData?.terms.length,
  })
}

/** Loads voucher prices of the site, or of the artist in the address; 404 if they sell none. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { vouchers } = serverApi(context)
  if (!params['slug']) return vouchers.terms({})
  const found = await nullWhenMissing(vouchers.terms({ artist: params['slug'] }))
  return found ?? data({ terms: [], artist: null }, { status: 404 })
}

type Wrong = Partial<Record<'amount' | 'toName' | 'toEmail' | 'sendOn' | 'fromName' | 'fromEmail', string>>

export default function GiftVouchersPage() {
  const { terms, artist } = useLoaderData<typeof loader>()
  const { slug } = useParams()
  const [bought, setBought] = useState<BoughtVoucher | 'waiting' | null>(null)
  return (
    <main id="main" tabIndex={-1} className="page-width member-page stack gap-24">
      {slug && !artist ? (
        <NotSold slug={slug} />
      ) : bought ? (
        <Done bought={bought} onMore={() => setBought(null)} />
      ) : (
        <>
          <div className="stack gap-8">
            <h1 className="heading-1">{artist ? t('gift.title.artist', artist) : t('gift.title')}</h1>
            <p className="muted">{artist ? t('gift.text.artist', artist) : t('gift.text')}</p>
          </div>
          <Buying terms={terms} artist={artist} onBought={setBought} />
        </>
      )}
    </main>
  )
}

function NotSold({ slug }: { slug: string }) {
  return (
    <>
      <h1 className="heading-1">{t('gift.list.title')}</h1>
      <Empty
        drawing="purse"
        title={t('gift.none.title')}
        action={
          <div className="row gap-8 wrapping">
            <ButtonLink to="/gift-vouchers">{t('gift.none.site')}</ButtonLink>
            <ButtonLink kind="secondary" to={`/@/${slug}`}>
              {t('gift.none.profile')}
            </ButtonLink>
          </div>
        }>
        {t('gift.none.text')}
      </Empty>
    </>
  )
}

function Done({ bought, onMore }: { bought: BoughtVoucher | 'waiting'; onMore: () => void }) {
  if (bought === 'waiting') return <Note kind="info">{t('gift.done.wait')}</Note>
  return (
    <>
      <Note kind="success">
        <b className="bold">{t('gift.done.title')}</b>
        <p>{t('gift.done.text')}</p>
        {bought.toEmail && (
          <p>
            {t('gift.done.sends', {
              name: bought.toName,
              when: bought.sendOn
                ? t('gift.done.day', { date: formatDate(bought.sendOn, bought.countryCode) })
                : t('gift.done.now'),
            })}
          </p>
        )}
      </Note>
      <VoucherCard voucher={bought} />
      <div className="row no-print">
        <Button kind="secondary" onClick={onMore}>
          {t('gift.done.more')}
        </Button>
      </div>
    </>
  )
}

function Buying({
  terms,
  artist,
  onBought,
}: {
  terms: readonly VoucherTerms[]
  artist: Artist
  onBought: (bought: BoughtVoucher | 'waiting') => void
}) {
  const [country, setCountry] = useState<VoucherTerms['countryCode']>(
    terms.length === 1 && terms[0] ? terms[0].countryCode : 'GB',
  )
  const of = terms.find(({ countryCode }) => countryCode === country) ?? terms[0]
  const [chosen, setChosen] = useState<number | 'other'>(of?.amounts[1] ?? 100)
  const [typed, setTyped] = useState('')
  const [to, setTo] = useState({ name: '', email: '' })
  const [from, setFrom] = useState({ name: '', email: '' })
  const [message, setMessage] = useState('')
  const [sendOn, setSendOn] = useState<string | null>(null)
  const [wrong, setWrong] = useState<Wrong>({})
  const [keys] = useState(() => new ActKeys())
  if (!of) return null
  const cash = (n: number) => formatMoney(n, of.currency)
  const amount = chosen === 'other' ? (readNumber(typed, 'whole') ?? 0) : chosen

  const wrongNow = (): Wrong => ({
    ...(amount >= of.least && amount <= of.most
      ? {}
      : { amount: t('gift.amount.wrong', { least: cash(of.least), most: cash(of.most) }) }),
    ...(to.name.trim() ? {} : { toName: t('gift.missing.name') }),
    ...(!to.email.trim() || isEmail(to.email) ? {} : { toEmail: t('gift.missing.email') }),
    ...(sendOn === '' ? { sendOn: t('gift.missing.day') } : {}),
    ...(from.name.trim() ? {} : { fromName: t('gift.missing.name') }),
    ...(isEmail(from.email) ? {} : { fromEmail: t('gift.missing.email') }),
  })
  const open = async (): Promise<PaymentView | null> => {
    const said = wrongNow()
    setWrong(said)
    if (Object.keys(said).length) {
      revealAfterRender(() => document.querySelector<HTMLElement>('[aria-invalid]'))
      return null
    }
    const answer = await browserApi().vouchers.buy(
      {
        countryCode: country,
        amount,
        fromName: from.name,
        fromEmail: from.email.trim(),
        toName: to.name,
        toEmail: to.email.trim() || null,
        message,
        sendOn: to.email.trim() ? sendOn : null,
        artist: artist?.slug ?? null,
      },
      { key: keys },
    )
    return answer.payment
  }
  const done = async (payment: PaymentView) => {
    keys.done()
    // The payment is captured shortly after authorisation.
    for (let tries = 0; tries < 8; tries++) {
      const found = await browserApi()
        .vouchers.bought({ voucherId: payment.ref })
        .catch(() => null)
      if (found) return onBought(found.voucher)
      await new Promise((later) => setTimeout(later, 500))
    }
    onBought('waiting')
  }
  return (
    <div className={styles.buying}>
      <div className={styles.preview}>
        <VoucherCard
          preview
          voucher={{
            kind: 'gift',
            code: '',
            state: 'live',
            amount: Number.isFinite(amount) ? amount : 0,
            left: Number.isFinite(amount) ? amount : 0,
            currency: of.currency,
            countryCode: country,
            fromName: from.name.trim() || t('gift.preview.from'),
            toName: to.name.trim() || t('gift.preview.to'),
            message,
            expiresAt: null,
            artist,
          }}
        />
      </div>
      <div className="stack gap-24">
        <section className="card pad-32 stack" aria-labelledby="amount">
          <h2 className="heading-3" id="amount">
            {t('gift.amount')}
          </h2>
          {terms.length > 1 && (
            <SelectField
              label={t('gift.country')}
              name="country"
              value={country}
              onChange={({ target }) => {
                const next = target.value as VoucherTerms['countryCode']
                setCountry(next)
                setChosen(terms.find(({ countryCode }) => countryCode === next)?.amounts[1] ?? 'other')
              }}>
              {terms.map(({ countryCode }) => (
                <option key={countryCode} value={countryCode}>
                  {markets[countryCode].name}
                </option>
              ))}
            </SelectField>
          )}
          <SegmentedChoice
            label={t('gift.amount')}
            name="amount"
            value={String(chosen)}
            choices={[
              ...of.amounts.map((one) => ({ value: String(one), label: cash(one) })),
              { value: 'other', label: t('gift.amount.other') },
            ]}
            onChange={(value) => setChosen(value === 'other' ? 'other' : Number(value))}
          />
          {chosen === 'other' && (
            <NumberField
              label={t('gift.amount.own')}
              name="own-amount"
              kind="whole"
              value={typed}
              onChange={setTyped}
              error={wrong.amount ?? null}
            />
          )}
          <p className="small muted">
            {of.months
              ? t('gift.terms.months', { years: of.months / 12, days: of.returnDays })
              : t('gift.terms.ever', { days: of.returnDays })}
            {artist && ` ${t('gift.terms.artist', artist)}`}
          </p>
        </section>
        <section className="card pad-32 stack" aria-labelledby="to">
          <h2 className="heading-3" id="to">
            {t('gift.to')}
          </h2>
          <div className="field-grid even">
            <TextField
              label={t('gift.to.name')}
              name="to-name"
              maxLength={80}
              value={to.name}
              onChange={({ target }) => setTo({ ...to, name: target.value })}
              error={wrong.toName ?? null}
              required
            />
            <TextField
              label={t('gift.to.email')}
              hint={t('gift.to.email.hint')}
              optional={t('gift.optional')}
              name="to-email"
              type="email"
              value={to.email}
              onChange={({ target }) => setTo({ ...to, email: target.value })}
              error={wrong.toEmail ?? null}
            />
          </div>
          <TextAreaField
            label={t('gift.message')}
            optional={t('gift.optional')}
            name="message"
            maxLength={500}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
          />
          {to.email.trim() && (
            <fieldset className="stack gap-8">
              <legend className="title">{t('gift.send')}</legend>
              <Radio name="send" checked={sendOn === null} onChange={() => setSendOn(null)}>
                {t('gift.send.now')}
              </Radio>
              <Radio name="send" checked={sendOn !== null} onChange={() => setSendOn('')}>
                {t('gift.send.day')}
              </Radio>
              {sendOn !== null && (
                <TextField
                  label={t('gift.send.date')}
                  name="send-on"
                  type="date"
                  value={sendOn}
                  onChange={({ target }) => setSendOn(target.value)}
                  error={wrong.sendOn ?? null}
                />
              )}
            </fieldset>
          )}
        </section>
        <section className="card pad-32 stack" aria-labelledby="from">
          <h2 className="heading-3" id="from">
            {t('gift.from')}
          </h2>
          <div className="field-grid even">
            <TextField
              label={t('gift.from.name')}
              name="from-name"
              autoComplete="name"
              maxLength={80}
              value={from.name}
              onChange={({ target }) => setFrom({ ...from, name: target.value })}
              error={wrong.fromName ?? null}
              required
            />
            <TextField
              label={t('gift.from.email')}
              name="from-email"
              type="email"
              autoComplete="email"
              value={from.email}
              onChange={({ target }) => setFrom({ ...from, email: target.value })}
              error={wrong.fromEmail ?? null}
              required
            />
          </div>
        </section>
        <section className="card pad-32 stack" aria-labelledby="pay">
          <h2 className="heading-3" id="pay">
            {t('gift.pay.title')}
          </h2>
          <PayForm
            country={country}
            amount={Number.isFinite(amount) ? amount : 0}
            currency={of.currency}
            email={from.email}
            label={t('gift.pay', { amount: cash(Number.isFinite(amount) ? amount : 0) })}
            open={open}
            onDone={done}
          />
        </section>
      </div>
    </div>
  )
}
