import { useState } from 'react'
import { Link, type MetaFunction, redirect, useLoaderData, useLocation } from 'react-router'
import { hasDuty } from '#contract/accounts/duties.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { MemberPages, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { head } from '#web/platform/head.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { Header } from '#web/shell/header.tsx'
import type { PageFrame } from '#web/shell/page-frame.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { FootBar, NavigationGroups, type NavigationLink } from '#web/ui/navigation.tsx'
import { controlWords } from './control-words.ts'
import { FindAnything, FindButton } from './find-anything.tsx'
import { groups, isIn, type Page, pagesFor } from './navigation.ts'
import { OpenAlarms } from './open-alarms.tsx'
import { operatorWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import { shellWords } from '#web/shell/words.ts'
import navigationStyles from '#web/ui/navigation.module.css'
import styles from './operator-layout.module.css'

const t = reader({ ...operatorWords, ...controlWords })

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () => head({ title: `${t('op.title')} · Primp`, publicUrl: '', noindex: true })

/** The console opens for operators only; to anyone else it is a page that is not there. */
export const clientLoader = membersOnly(async () => {
  const { user } = await browserApi().accounts.me({})
  if (!user.roles.includes('operator')) throw redirect('/not-found')
  const [overview, { alarms }] = await Promise.all([
    browserApi().operatorSystem.overview({}),
    browserApi().operatorAccess.alarms({}),
  ])
  return { user, overview, alarms }
})

export const HydrateFallback = Undetermined

export default function OperatorLayout() {
  const { user, overview, alarms } = useLoaderData<typeof clientLoader>()
  const { pathname } = useLocation()
  const mine = pagesFor(user.duties)
  const [finding, setFinding] = useState(false)
  const linkOf = (page: Page): NavigationLink => {
    const n = page.count ? overview[page.count] : 0
    return {
      path: page.path,
      label: t(page.word),
      icon: page.icon,
      here: isIn(page, pathname),
      waits: { n, label: t('op.waits', { n }) },
    }
  }
  const links = mine.map(linkOf)
  return (
    <div className={navigationStyles.frame}>
      <aside className={classes('no-print', navigationStyles.rail)} aria-label={t('op.title')}>
        <Logo className={navigationStyles.railLogo} label={shellWords['shell.logo.alt']} />
        <p className={classes('micro hint', styles.railTitle)}>{t('op.title')}</p>
        <FindButton onOpen={() => setFinding(true)} />
        <nav aria-label={t('op.rooms')} className={navigationStyles.railLinks}>
          <NavigationGroups
            groups={groups.map((group) => ({
              title: t(`op.group.${group}`),
              pages: mine.filter((page) => page.group === group).map(linkOf),
            }))}
          />
        </nav>
        <Link to="/customer-dashboard/account" className={navigationStyles.person}>
          <span className="grow can-shrink">
            <b className="bold">{user.name}</b>
            <span className="micro muted">{user.email}</span>
          </span>
        </Link>
      </aside>
      <div className="can-shrink">
        <div className="narrow-only">
          <Header />
          <div className={styles.narrowFind}>
            <FindButton onOpen={() => setFinding(true)} />
          </div>
        </div>
        <OpenAlarms alarms={alarms} mayClose={hasDuty(user.duties, ['support'])} />
        <MemberPages />
      </div>
      <FindAnything pages={mine} open={finding} setOpen={setFinding} />
      <FootBar
        label={t('op.rooms')}
        bar={links.slice(0, 4)}
        more={links.slice(4)}
        words={{ more: t('op.more'), close: t('op.close') }}
      />
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
