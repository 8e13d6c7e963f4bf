import { CalendarDays, Inbox, MessageCircle, Palette, Wallet } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { FoldedCard, TitledCard, TitledPage } from '#web/ui/titled-page.tsx'
import { FootBar, type NavigationLink, NavigationLinks } from '#web/ui/navigation.tsx'
import headerBarStyles from '#web/ui/header-bar.module.css'
import navigationStyles from '#web/ui/navigation.module.css'
import type { Part } from './part.ts'
import styles from './styleguide.module.css'

const pages: readonly NavigationLink[] = [
  { path: '#requests', label: 'Requests', icon: Inbox, here: false, waits: { n: 3, label: '3 wait for you' } },
  { path: '#calendar', label: 'Calendar', icon: CalendarDays, here: true },
  { path: '#messages', label: 'Messages', icon: MessageCircle, here: false, waits: { n: 0, label: '' } },
  { path: '#payouts', label: 'Payouts', icon: Wallet, here: false },
  { path: '#looks', label: 'Looks', icon: Palette, here: false },
]

export const frameParts: readonly Part[] = [
  {
    file: 'header-bar',
    wide: true,
    states: {
      'with a line below': () => (
        <header className={joinClasses(headerBarStyles.header, headerBarStyles.line)}>
          <div className="page-width">
            <Logo label="Primp" />
            <nav aria-label="Header">
              <a className={headerBarStyles.topLink} href="#header-bar">
                Help
              </a>
              <Button kind="secondary" size="small">
                Leave
              </Button>
            </nav>
          </div>
        </header>
      ),
      'on fig': () => (
        <header className={joinClasses('fig-ground on-fig', headerBarStyles.header)}>
          <div className="page-width">
            <Logo label="Primp" />
          </div>
        </header>
      ),
    },
  },
  {
    file: 'titled-page',
    wide: true,
    states: {
      'with acts and a card': () => (
        <TitledPage
          title="Calendar"
          label="A page"
          text="When you can be booked."
          acts={<Button size="small">Block a day</Button>}>
          <TitledCard title="Hours" beside={<Button kind="quiet">Change</Button>}>
            <p>5 AM to 10 PM</p>
          </TitledCard>
        </TitledPage>
      ),
      'folded cards, closed and open': () => (
        <div className="stack">
          <FoldedCard title="Legal hold" note="None">
            <p>Keeps all their data.</p>
          </FoldedCard>
          <FoldedCard title="Notes" note="1 note" open>
            <p>Asked for a call back.</p>
          </FoldedCard>
        </div>
      ),
    },
  },
  {
    file: 'navigation',
    states: {
      'the rail, from 1024 px': () => (
        <aside className={navigationStyles.rail} aria-label="Rail">
          <Logo className={navigationStyles.railLogo} label="Primp" />
          <nav aria-label="Pages" className={navigationStyles.railLinks}>
            <NavigationLinks pages={pages} />
          </nav>
        </aside>
      ),
      "a phone's foot, below it": () => (
        <div className={styles.screen}>
          <FootBar
            label="Pages at the foot"
            bar={pages.slice(0, 4)}
            more={[{ title: 'Profile', pages: pages.slice(4) }]}
            words={{ more: 'More', close: 'Close' }}
          />
        </div>
      ),
    },
  },
]
