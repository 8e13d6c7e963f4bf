import { type ComponentType, useEffect, useState } from 'react'
import type { MetaFunction } from 'react-router'
import { createHead } from '#web/platform/head.ts'
import type { PageFrame } from '#web/shell/site.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import type { Part } from './part.ts'
import { groups } from './parts.ts'
import styles from './styleguide.module.css'
import { joinClasses } from '#web/ui/class-names.ts'

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = () => createHead({ title: 'Styleguide', publicUrl: '', noindex: true })

const themes = ['light', 'dark'] as const
const idOf = (file: string) => file.slice(file.lastIndexOf('/') + 1)
const pathOf = (file: string) => (file === 'base/tokens' ? 'web/platform/tokens' : `web/ui/${file}`)

/** All components of `web/ui` in all states and both themes. Development only. */
export default function StyleguidePage() {
  const [wanted, setWanted] = useState('')
  // Forces the light theme, to show dark next to it.
  useEffect(() => {
    document.documentElement.dataset['theme'] = 'light'
    return () => {
      delete document.documentElement.dataset['theme']
    }
  }, [])
  const shown = groups
    .map(({ name, parts }) => ({ name, parts: parts.filter(({ file }) => file.includes(wanted.trim().toLowerCase())) }))
    .filter(({ parts }) => parts.length)
  return (
    <div className={styles.guide}>
      <nav className={styles.contents} aria-label="Parts">
        <Logo label="Primp, home" />
        <TextField
          label="Find a part"
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        {shown.map(({ name, parts }) => (
          <div key={name}>
            <p className="micro hint">{name}</p>
            <ul>
              {parts.map(({ file }) => (
                <li key={file}>
                  <a href={`#${idOf(file)}`}>{idOf(file)}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <main id="main" tabIndex={-1} className={styles.parts}>
        <header className="stack gap-8">
          <h1 className="heading-1">Styleguide</h1>
          <p className="lead text-measure">
            Every part of <code>web/ui</code> in every state, light beside dark. What a page wants, it takes from here.
          </p>
        </header>
        {shown.map(({ name, parts }) => (
          <section key={name} aria-label={name} className="stack gap-32">
            <h2 className="heading-2">{name}</h2>
            {parts.map((part) => (
              <ShownPart key={part.file} part={part} />
            ))}
          </section>
        ))}
        {shown.length === 0 && <p className="muted">No part is called that.</p>}
      </main>
    </div>
  )
}

function ShownPart({ part: { file, states, wide } }: { part: Part }) {
  return (
    <article id={idOf(file)} data-part={file} className={styles.part}>
      <div className="row wrapping gap-12">
        <h3 className="heading-3">{idOf(file)}</h3>
        <code className="small hint">{pathOf(file)}</code>
      </div>
      <div className={joinClasses(styles.themes, wide && styles.wide)}>
        {themes.map((theme) => (
          <div key={theme} className={styles.theme} data-theme={theme}>
            {Object.entries(states).map(([said, show]) => (
              <div key={said} className={styles.state}>
                <p className="micro hint">{said}</p>
                <div>
                  <Shown as={show} />
                </div>
              </div>
            ))}
          </div>
        ))}
      </div>
    </article>
  )
}

const Shown = ({ as: State }: { as: ComponentType }) => <State />
