import { Link } from 'react-router'
import styles from './tiles.module.css'

/** A figure, what it counts, and where it leads. */
export interface Tile {
  to: string
  figure: string
  label: string
  note?: string
}

/** Figures side by side, each leading to what it counts. */
export const Tiles = ({ tiles }: { tiles: readonly Tile[] }) => (
  <ul className={styles.tiles}>
    {tiles.map(({ to, figure, label, note }) => (
      <li key={label}>
        <Link to={to} className={`card ${styles.tile}`}>
          <span className={styles.figure}>{figure}</span>
          <span className="title">{label}</span>
          {note && <span className="micro muted">{note}</span>}
        </Link>
      </li>
    ))}
  </ul>
)
