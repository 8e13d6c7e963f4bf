import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator, Link } from 'react-router'
import type { Device, AccountDetails } from '#contract/accounts/account.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { OwnFactors, type FactorList } from '#web/accounts/factors/own-factors.tsx'
import { validateName, validateNewPassword } from '#web/accounts/registering/check-fields.ts'
import { MobileField, readMobile } from '#web/accounts/registering/mobile-field.tsx'
import { PasswordField } from '#web/accounts/registering/password-field.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { getActingUser, saveUser } from '#web/platform/session.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { setUser } from '#web/platform/store/slices.ts'
import { useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextField, SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './account-panel.module.css'
import { OwnAddress } from './own-address.tsx'
import { OwnDevices } from './own-devices.tsx'
import { accountPageMessages } from './account-page-messages.ts'
import { addEnds, formatEnds } from '#contract/accounts/ends-text.ts'
import { formatDate, formatTime } from '#contract/format.ts'
import { type ApiError, toApiError } from '#web/platform/api/api.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Confirm, Popup } from '#web/ui/overlays/popup.tsx'
import { formatLocalMoment } from '#web/accounts/sessions/local-moment.ts'
import { noticeChannels, type NoticeGroup, noticeGroups, timeChoices } from '#contract/constants.ts'
import { Switch } from '#web/ui/fields/choice.tsx'
import accountsStyles from '#web/accounts/accounts.module.css'
import ownNoticesStyles from './own-notices.module.css'

const t = createTranslator(accountPageMessages)

const noFactors: FactorList = { passkeys: [], totp: false, recoveryCodes: 0 }

/** Loads the account page's data for either dashboard. */
export async function loadOwnAccount() {
  const { account, factors: api } = browserApi()
  const [own, devices, factors] = await Promise.all([
    account.show({}),
    account.sessions({}),
    getActingUser(sessionStore) ? noFactors : api.list({}),
  ])
  return { own, devices, factors }
}

export function AccountPanel({
  own,
  devices,
  factors,
}: {
  own: AccountDetails
  devices: readonly Device[]
  factors: FactorList
}) {
  const { revalidate } = useRevalidator()
  useShownPart()
  const acting = getActingUser(sessionStore) !== null
  return (
    <div className={styles.panels}>
      {acting && (
        <Note className={styles.note} kind="info">
          {t('own.acting')}
        </Note>
      )}
      <div className="stack gap-24">
        <OwnCard id="details" title={t('customerDashboard.details')}>
          <OwnDetails own={own} onKept={revalidate} />
          {own.mobile && !own.mobileProven && (
            <OwnNumber key={own.mobile.text} mobile={own.mobile} still={acting} onKept={revalidate} />
          )}
        </OwnCard>
        <OwnCard id="email" title={t('customerDashboard.details.email')}>
          <OwnAddress own={own} still={acting} onKept={revalidate} />
        </OwnCard>
        <OwnCard id="password" title={t('customerDashboard.details.password')}>
          <OwnPassword own={own} still={acting} onKept={revalidate} />
        </OwnCard>
        {!acting && (
          <OwnCard id="factors" title={t('customerDashboard.details.factors')}>
            <OwnFactors factors={factors} onKept={revalidate} />
          </OwnCard>
        )}
        <OwnCard id="sessions" title={t('customerDashboard.details.sessions')}>
          <OwnDevices devices={devices} still={acting} onKept={revalidate} />
        </OwnCard>
      </div>
      <div className="stack gap-24">
        <OwnCard id="notices" title={t('customerDashboard.details.notices')}>
          <OwnNotices own={own} />
        </OwnCard>
        <OwnCard id="export" title={t('customerDashboard.details.export')}>
          <OwnData own={own} still={acting} onKept={revalidate} />
        </OwnCard>
      </div>
    </div>
  )
}

function OwnCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section id={id} className={joinClasses('card pad-24 stack', styles.ownCard)} aria-labelledby={heading}>
      <h2 className="heading-3" id={heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

// The cards render late, so the browser's own anchor scrolling fails.
function useShownPart() {
  useEffect(() => {
    const part = location.hash ? document.getElementById(location.hash.slice(1)) : null
    part?.scrollIntoView({ block: 'start' })
  }, [])
}

function OwnPassword({ own, still, onKept }: { own: AccountDetails; still: boolean; onKept: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, formError } = useForm({ form })
  if (still) return <p className="muted">{t('own.acting')}</p>
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [current, password] = [String(typed.get('current') ?? ''), String(typed.get('password') ?? '')]
    const done = await run(() => browserApi().account.changePassword({ current, password }), {
      errors: validateNewPassword(password),
    })
    if (!done) return
    form.current?.reset()
    showToast('success', t('toast.password.changed'))
    onKept()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {formError && <Note kind="error">{formError}</Note>}
      {/* A password manager connects the new password to this address. */}
      <input type="text" name="username" autoComplete="username" defaultValue={own.user.email} hidden readOnly />
      {own.hasPassword ? (
        <PasswordField
          label={t('own.password.current')}
          name="current"
          kept="current-password"
          error={errors['current']}
        />
      ) : (
        <p className="muted">{t('own.password.none')}</p>
      )}
      <PasswordField
        label={t('own.password.new')}
        kept="new-password"
        hint={t('own.password.hint')}
        error={errors['password']}
      />
      <div>
        <Button type="submit" kind="secondary" loading={pending}>
          {t('own.password.submit')}
        </Button>
      </div>
    </form>
  )
}

function OwnDetails({ own, onKept }: { own: AccountDetails; onKept: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, pending, run, formError } = useForm({ form })
  const store = useClientStore()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const name = String(typed.get('name') ?? '')
    const done = await run(() => browserApi().account.change({ name, ...readMobile(typed) }), {
      errors: validateName(name),
    })
    if (!done) return
    const { roles: _, ...user } = done.answer.user
    saveUser(localStore, user)
    updateSlice(store, 'user', setUser, user)
    showToast('success', t('own.saved'))
    onKept()
  }
  return (
    <form ref={form} className="stack" method="post" noValidate onSubmit={submit}>
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('customerDashboard.details.name')}
        name="name"
        autoComplete="name"
        maxLength={120}
        defaultValue={own.user.name}
        error={errors['name']}
      />
      <MobileField
        value={own.mobile?.text ?? ''}
        country={own.mobile?.country ?? own.country ?? undefined}
        error={errors['mobile']}
      />
      <div>
        <Button type="submit" loading={pending}>
          {t('own.save')}
        </Button>
      </div>
    </form>
  )
}

/** Verifies the saved number by a code in a text message. */
function OwnNumber({
  mobile,
  still,
  onKept,
}: {
  mobile: NonNullable<AccountDetails['mobile']>
  still: boolean
  onKept: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const { errors, isPending, run, formError } = useForm({ form })
  const [sent, setSent] = useState(false)
  const send = async () => {
    if (await run(() => browserApi().account.sendNumberCode({}), { name: 'send' })) setSent(true)
  }
  const prove = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    if (!(await run(() => browserApi().account.proveNumber({ code }), { name: 'prove' }))) return
    showToast('success', t('own.number.proven'))
    onKept()
  }
  return (
    <form ref={form} className="stack gap-12" method="post" noValidate onSubmit={prove}>
      {formError && <Note kind="error">{formError}</Note>}
      <p className="small muted">{t(sent ? 'own.number.sent' : 'own.number.prove', { mobile: mobile.text })}</p>
      {sent && (
        <TextField
          label={t('own.number.code')}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          error={errors['code']}
          required
        />
      )}
      <div className="row gap-8 wrapping">
        {sent && (
          <Button type="submit" loading={isPending('prove')}>
            {t('own.number.act')}
          </Button>
        )}
        <Button kind="secondary" disabled={still} loading={isPending('send')} onClick={send}>
          {t(sent ? 'own.number.again' : 'own.number.send')}
        </Button>
      </div>
    </form>
  )
}

interface Props {
  own: AccountDetails
  still: boolean
  onKept: () => void
}

function OwnData({ own, still, onKept }: Props) {
  return (
    <>
      <p className="muted">{t('customerDashboard.details.export.text')}</p>
      {still ? <p className="muted">{t('own.acting')}</p> : <Export own={own} onKept={onKept} />}
      <hr className="divider" />
      <div id="delete" className="stack">
        <h3 className="title">{t('customerDashboard.details.delete')}</h3>
        <p className="muted">{t('own.delete.text')}</p>
        {still ? <p className="muted">{t('own.acting')}</p> : <Leave own={own} />}
      </div>
    </>
  )
}

function Export({ own, onKept }: Omit<Props, 'still'>) {
  const { isPending, formError, run } = useForm()
  const make = async () => {
    if (!(await run(() => browserApi().account.exportMine({}), { name: 'make' }))) return
    showToast('success', t('own.export.done'))
    onKept()
  }
  const get = async (exportId: string) => {
    const done = await run(() => browserApi().account.readExport({ exportId }), { name: 'get' })
    if (!done) return
    const { fileName, content } = done.answer
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
    link.download = fileName
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const { exported } = own
  return (
    <>
      {formError && <Note kind="error">{formError}</Note>}
      {exported && (
        <p>
          {t('own.export.ready', {
            dateTime: formatLocalMoment(exported.readyAt),
            until: formatLocalMoment(exported.expiresAt),
          })}
        </p>
      )}
      <div className="row gap-8 wrapping">
        {exported && (
          <Button loading={isPending('get')} onClick={() => get(exported.id)}>
            {t('own.export.get')}
          </Button>
        )}
        <Button kind={exported ? 'quiet' : 'secondary'} loading={isPending('make')} onClick={make}>
          {t(exported ? 'own.export.again' : 'own.export.ask')}
        </Button>
      </div>
    </>
  )
}

function Leave({ own }: Pick<Props, 'own'>) {
  const [state, setState] = useState<'idle' | 'asking' | 'sent'>('idle')
  const [bookedOn, setBookedOn] = useState<string | null>(null)
  const seeBooked = ({ detail, message }: ApiError) => {
    const { date: booked } = (detail ?? {}) as { date?: string }
    if (!booked) return message
    setBookedOn(booked)
    return null
  }
  const { pending, formError, run } = useForm({ refusals: { open_bookings: seeBooked } })
  const ends = useAnswer(state === 'asking' ? 'ends' : null, () => browserApi().account.ends({})).answer
  const ending = ends && formatEnds(addEnds(ends.asCustomer, ends.asArtist))
  const ask = async () => {
    setState('idle')
    if (await run(() => browserApi().account.requestDeletion({}))) setState('sent')
  }
  return (
    <>
      {formError && <Note kind="error">{formError}</Note>}
      {state === 'sent' && <Note kind="info">{t('own.delete.sent', { email: own.user.email })}</Note>}
      <div>
        <Button kind="danger" loading={pending} onClick={() => setState('asking')}>
          {t('customerDashboard.details.delete')}
        </Button>
      </div>
      <Confirm
        open={state === 'asking'}
        danger
        title={t('confirm.account.delete')}
        act={t('confirm.account.delete.act')}
        wayOut={t('confirm.account.delete.keep')}
        onAct={ask}
        onClose={() => setState((now) => (now === 'asking' ? 'idle' : now))}>
        {t('confirm.account.delete.text')} {ending && t('confirm.account.delete.ends', { ended: ending })}
      </Confirm>
      <Popup kind="error" open={bookedOn !== null} onClose={() => setBookedOn(null)}>
        {bookedOn && t('confirm.account.delete.blocked.text', { date: formatDate(bookedOn, own.country ?? 'GB') })}
      </Popup>
    </>
  )
}

type Channel = (typeof noticeChannels)[number]
type Wanted = Pick<AccountDetails, 'notices' | 'quietFrom' | 'quietTo'>
// From midnight.
const clockTimes = timeChoices.toSorted()

/** Notifications by channel, and quiet hours; each change is saved at once. */
function OwnNotices({ own }: { own: AccountDetails }) {
  const [wanted, setWanted] = useState<Wanted>({ notices: own.notices, quietFrom: own.quietFrom, quietTo: own.quietTo })
  const [said, setSaid] = useState<string | null>(null)
  const latest = useRef(0)
  const groups = noticeGroups.filter((group) => group !== 'signup' || own.user.roles.includes('provider'))
  const keep = async (next: Wanted) => {
    const before = wanted
    const turn = ++latest.current
    setWanted(next)
    setSaid(null)
    try {
      await browserApi().account.setNotices(next)
      if (turn === latest.current) showToast('success', t('toast.notices.saved'))
    } catch (error) {
      if (turn !== latest.current) return
      setWanted(before)
      setSaid(toApiError(error).message)
    }
  }
  const isOn = (group: NoticeGroup, channel: Channel) => wanted.notices[group]?.[channel] !== false
  const set = (group: NoticeGroup, channel: Channel, on: boolean) =>
    keep({ ...wanted, notices: { ...wanted.notices, [group]: { ...wanted.notices[group], [channel]: on } } })
  // A single end has no effect: setting one gives the other its default.
  const setQuiet = (end: 'quietFrom' | 'quietTo', value: string) => {
    if (!value) return keep({ ...wanted, quietFrom: null, quietTo: null })
    return keep({ ...wanted, quietFrom: wanted.quietFrom ?? '22:00', quietTo: wanted.quietTo ?? '07:00', [end]: value })
  }
  return (
    <>
      {said && <Note kind="error">{said}</Note>}
      <p className="small muted">{t('own.notices.text')}</p>
      <div className={joinClasses('micro muted', ownNoticesStyles.ownNotice)} aria-hidden="true">
        <span />
        {noticeChannels.map((channel) => (
          <span key={channel} className={ownNoticesStyles.channel}>
            {t(`own.notices.${channel}`)}
          </span>
        ))}
      </div>
      <ul className={accountsStyles.ownList}>
        {groups.map((group) => (
          <li key={group} className={ownNoticesStyles.ownNotice}>
            <span className="bold">{t(`own.notices.${group}`)}</span>
            {noticeChannels.map((channel) => (
              <span key={channel} className={ownNoticesStyles.channel}>
                <Switch
                  label={t('own.notices.on', {
                    group: t(`own.notices.${group}`),
                    channel: t(`own.notices.${channel}`),
                  })}
                  on={isOn(group, channel)}
                  onChange={(on) => set(group, channel, on)}
                />
              </span>
            ))}
          </li>
        ))}
      </ul>
      <fieldset className={ownNoticesStyles.ownQuiet}>
        <legend className="bold">{t('notify.quiet')}</legend>
        <p className="small muted">{t('notify.quiet.text')}</p>
        <div className={ownNoticesStyles.double}>
          {(['quietFrom', 'quietTo'] as const).map((end) => (
            <SelectField
              key={end}
              label={t(end === 'quietFrom' ? 'own.quiet.from' : 'own.quiet.to')}
              value={wanted[end] ?? ''}
              onChange={(event) => setQuiet(end, event.target.value)}>
              <option value="">{t('own.quiet.off')}</option>
              {clockTimes.map((choice) => (
                <option key={choice} value={choice}>
                  {formatTime(choice)}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      </fieldset>
      <p className="small">
        <Link className="link tap-target" to="/providers/notifications-app">
          {t('own.notices.push.set')}
        </Link>
      </p>
    </>
  )
}
