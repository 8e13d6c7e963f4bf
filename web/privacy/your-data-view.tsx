import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { formatDate, formatMoney } from '#contract/format.ts'
import type { ErasableKind, PersonalData } from '#contract/privacy/personal-data.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { useForm } from '#web/platform/use-form.ts'
import { shellMessages } from '#web/shell/messages.ts'
import { usePageCountry } from '#web/shell/page-country.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Loader } from '#web/ui/loader.tsx'
import { Note } from '#web/ui/note.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { TitledCard, TitledPage } from '#web/ui/titled-page.tsx'
import { ClientEntries, Facts, GuestEntryForm, VoucherEntryForm } from './entry-forms.tsx'
import { yourDataMessages } from './your-data-messages.ts'

const t = createTranslator(yourDataMessages)
const s = createTranslator(shellMessages)

/** Lists what is saved with an address by kind, and lets the person correct and delete it. */
export function YourDataView({ linkKey }: { linkKey: string }) {
  const { answer, fault, again } = useAnswer(linkKey, () =>
    browserApi().personalData.read({ key: linkKey }, { auth: false }),
  )
  const [changed, setChanged] = useState<PersonalData | null>(null)
  const data = changed ?? answer?.data
  if (data) return <Entries linkKey={linkKey} data={data} onChange={setChanged} />
  // An expired or incomplete key.
  const isOver = fault?.status === 410 || fault?.status === 400
  return (
    <TitledPage title={t('your.title')}>
      {!fault && <Loader message={t('your.loading')} slow={s('loader.slow')} />}
      {fault &&
        (isOver ? (
          <Note kind="warning">
            <p>{t('your.over')}</p>
            <ButtonLink kind="secondary" to="/your-data">
              {t('your.link.again')}
            </ButtonLink>
          </Note>
        ) : (
          <Note kind="error">
            <p>{t('your.failed')}</p>
            <Button kind="secondary" onClick={again}>
              {t('your.retry')}
            </Button>
          </Note>
        ))}
    </TitledPage>
  )
}

interface EntriesProps {
  linkKey: string
  data: PersonalData
  onChange: (data: PersonalData) => void
}

function Entries({ linkKey, data, onChange }: EntriesProps) {
  const country = usePageCountry()
  const day = (at: string) => formatDate(at.slice(0, 10), country)
  const [erasing, setErasing] = useState<{ kind: ErasableKind; entryId: string } | null>(null)
  const { isPending, run } = useForm({ toasts: true })
  const { guests, clients, vouchers, payments, alerts, reviews } = data
  const isEmpty = [guests, clients, vouchers, payments, alerts, reviews].every((entries) => entries.length === 0)
  const erase = async () => {
    if (!erasing) return
    setErasing(null)
    const done = await run(() => browserApi().personalData.erase({ key: linkKey, ...erasing }, { auth: false }), {
      name: erasing.entryId,
    })
    if (!done) return
    onChange(done.answer.data)
    showToast('success', t('your.deleted'))
  }
  const eraseButton = (kind: ErasableKind, entryId: string, name: string) => (
    <Button
      kind="secondary"
      size="small"
      disabled={data.isHeld}
      loading={isPending(entryId)}
      aria-label={`${t('your.delete')}: ${name}`}
      onClick={() => setErasing({ kind, entryId })}>
      {t('your.delete')}
    </Button>
  )
  return (
    <TitledPage title={t('your.title')} text={t('your.of', { email: data.email })}>
      {data.isHeld && <Note kind="warning">{t('your.held')}</Note>}
      {data.hasAccount && (
        <Note kind="info">
          {t('your.has.account')} <Link to="/login">{t('your.account.link')}</Link>
        </Note>
      )}
      {isEmpty && <Empty drawing="letter" title={t('your.none')} />}
      {guests.length > 0 && (
        <TitledCard title={t('your.guests')}>
          <p className="muted">{t('your.guests.text')}</p>
          {guests.map((guest) => {
            const title = t('your.guest.of', {
              artist: guest.artist,
              date: formatDate(guest.eventDate, guest.countryCode),
            })
            return (
              <Entry key={guest.id} title={title}>
                <GuestEntryForm linkKey={linkKey} guest={guest} title={title} onChange={onChange}>
                  {eraseButton('guest', guest.id, title)}
                </GuestEntryForm>
              </Entry>
            )
          })}
        </TitledCard>
      )}
      {clients.length > 0 && (
        <TitledCard title={t('your.clients')}>
          <p className="muted">{t('your.clients.text')}</p>
          {clients.map((client) => (
            <Entry key={client.id} title={t('your.client.of', { artist: client.artist.name })}>
              <ClientEntries linkKey={linkKey} client={client} day={day} onChange={onChange} />
            </Entry>
          ))}
        </TitledCard>
      )}
      {vouchers.length > 0 && (
        <TitledCard title={t('your.vouchers')}>
          <p className="muted">{t('your.vouchers.text')}</p>
          {vouchers.map((voucher) => {
            const title = t('your.voucher', { number: voucher.number, from: voucher.from })
            return (
              <Entry key={voucher.id} title={title}>
                <p>{formatMoney(voucher.amount, voucher.currency, { decimals: 'always' })}</p>
                <VoucherEntryForm linkKey={linkKey} voucher={voucher} title={title} onChange={onChange}>
                  {eraseButton('voucher', voucher.id, title)}
                </VoucherEntryForm>
              </Entry>
            )
          })}
        </TitledCard>
      )}
      {payments.length > 0 && (
        <TitledCard title={t('your.payments')}>
          <p className="muted">{t('your.payments.text')}</p>
          {payments.map(({ id, description, amount, currency, paidAt, keptUntil }) => (
            <Entry key={id} title={t('your.payment', { description, date: day(paidAt) })}>
              <p>
                {formatMoney(amount, currency, { decimals: 'always' })}
                <span className="small muted"> {t('your.payment.until', { date: day(keptUntil) })}</span>
              </p>
            </Entry>
          ))}
        </TitledCard>
      )}
      {alerts.length > 0 && (
        <TitledCard title={t('your.alerts')}>
          {alerts.map(({ id, place, createdAt }) => {
            const title = t('your.alert', { place, date: day(createdAt) })
            return (
              <Entry key={id} title={title}>
                <div>{eraseButton('alert', id, title)}</div>
              </Entry>
            )
          })}
        </TitledCard>
      )}
      {reviews.length > 0 && (
        <TitledCard title={t('your.reviews')}>
          {reviews.map(({ id, artist, name, comments, invitedAt }) => {
            const title = t('your.review', { artist })
            return (
              <Entry key={id} title={title}>
                <Facts
                  facts={[
                    [t('your.name'), name],
                    [t('your.message'), comments || t('your.review.unwritten', { artist, date: day(invitedAt) })],
                  ]}
                />
                <div>{eraseButton('review', id, title)}</div>
              </Entry>
            )
          })}
        </TitledCard>
      )}
      <Confirm
        open={erasing !== null}
        title={t('your.delete.title')}
        act={t('your.delete')}
        wayOut={t('your.back')}
        danger
        onAct={erase}
        onClose={() => setErasing(null)}>
        {t('your.delete.text')}
      </Confirm>
    </TitledPage>
  )
}

const Entry = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="stack gap-12">
    <h3 className="title">{title}</h3>
    {children}
    <hr className="divider" />
  </div>
)
