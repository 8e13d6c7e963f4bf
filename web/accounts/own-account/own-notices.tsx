import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AccountDetails } from '#contract/accounts/account.ts'
import { noticeChannels, type NoticeGroup, noticeGroups, timeChoices } from '#contract/constants.ts'
import { formatTime } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { toApiError } from '#web/platform/api/api.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { Switch } from '#web/ui/fields/choice.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { accountPageMessages } from './account-page-messages.ts'
import accountsStyles from '#web/accounts/accounts.module.css'
import styles from './own-notices.module.css'

const t = createTranslator(accountPageMessages)

type Channel = (typeof noticeChannels)[number]
type Wanted = Pick<AccountDetails, 'notices' | 'quietFrom' | 'quietTo'>
// From midnight.
const clockTimes = timeChoices.toSorted()

/** Notifications by channel, and quiet hours; each change is saved at once. */
export function OwnNotices({ own }: { own: AccountDetails }) {
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
      <div className={joinClasses('micro muted', styles.ownNotice)} aria-hidden="true">
        <span />
        {noticeChannels.map((channel) => (
          <span key={channel} className={styles.channel}>
            {t(`own.notices.${channel}`)}
          </span>
        ))}
      </div>
      <ul className={accountsStyles.ownList}>
        {groups.map((group) => (
          <li key={group} className={styles.ownNotice}>
            <span className="bold">{t(`own.notices.${group}`)}</span>
            {noticeChannels.map((channel) => (
              <span key={channel} className={styles.channel}>
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
      <fieldset className={styles.ownQuiet}>
        <legend className="bold">{t('notify.quiet')}</legend>
        <p className="small muted">{t('notify.quiet.text')}</p>
        <div className={styles.double}>
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
