import { BadgeCheck, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { optional } from '#web/platform/optional.tsx'
import { useUnread } from '#web/messaging/use-unread.ts'
import { Missing } from '#web/shell/pages/missing.tsx'
import { useClientState } from '#web/platform/store/use-store.tsx'
import { useUser } from '#web/shell/session-state.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { classes } from '#web/ui/class-names.ts'
import { FootBar, NavigationGroups, type NavigationLink } from '#web/ui/navigation.tsx'
import { useDashboardWords, useOwn } from '#web/dashboard/own-profile/own.tsx'
import { barPages, groups, isIn, morePages, type Page } from './navigation.ts'
import { shellWords } from '#web/shell/words.ts'
import navigationStyles from '#web/ui/navigation.module.css'

const SideMenu = optional(() => import('#web/shell/side-menu.tsx').then((m) => m.SideMenu), Missing)

/** The pages at the left, and who is here at its foot. */
export function Rail() {
  const t = useDashboardWords()
  const { profile } = useOwn()
  const { pathname } = useLocation()
  const user = useUser()
  const waiting = useClientState((state) => state.requests.pendingRequestsCount)
  const unread = useUnread('provider')
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <aside className={classes('no-print', navigationStyles.rail)} aria-label={t('pd.title')}>
      <Logo className={navigationStyles.railLogo} label={shellWords['shell.logo.alt']} />
      <nav aria-label={t('pd.rail')} className={navigationStyles.railLinks}>
        <NavigationGroups
          groups={groups.map(({ word, pages }) => ({
            title: word && t(word),
            pages: linksOf(pages, t, pathname, { waiting, unread }),
          }))}
        />
      </nav>
      <button type="button" className={navigationStyles.person} aria-haspopup="dialog" onClick={() => setMenu('open')}>
        <Avatar size={40} src={profile.photo?.src ?? '/pictures/none.svg'} alt="" />
        <span className="grow can-shrink">
          <b className="bold">{profile.name}</b>
          <span className="micro muted row gap-6">
            {profile.state === 'approved' && <BadgeCheck className="icon" aria-hidden="true" />}
            {t(`state.${profile.state}`)}
          </span>
        </span>
        <span className="visually-hidden">{t('pd.menu')}</span>
        <ChevronsUpDown className="icon" aria-hidden="true" />
      </button>
      {menu !== 'never' && <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} user={user} />}
    </aside>
  )
}

/** The five of a phone's foot. */
export function DashboardBar() {
  const t = useDashboardWords()
  const { pathname } = useLocation()
  return (
    <FootBar
      label={t('pd.rail')}
      bar={linksOf(barPages, t, pathname)}
      more={linksOf(morePages, t, pathname)}
      words={{ more: t('pd.more'), close: t('pd.close') }}
    />
  )
}

const linksOf = (
  of: readonly Page[],
  t: ReturnType<typeof useDashboardWords>,
  pathname: string,
  { waiting = 0, unread = 0 } = {},
): NavigationLink[] =>
  of.map((page) => ({
    path: page.path,
    label: t(page.word),
    icon: page.icon,
    here: isIn(page, pathname),
    ...(page.path === '/dashboard/requests'
      ? { waits: { n: waiting, label: t('pd.requests.wait', { n: waiting }) } }
      : {}),
    ...(page.path === '/dashboard/messages'
      ? { waits: { n: unread, label: t('pd.messages.new', { n: unread }) } }
      : {}),
  }))
