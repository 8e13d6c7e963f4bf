import { setBlock } from './set-block.ts'

/** Blocks the other of a conversation: neither writes to the other nor asks. */
export const blockOther = setBlock(true)
