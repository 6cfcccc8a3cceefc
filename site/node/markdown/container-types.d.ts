declare module 'markdown-it-container' {
  import type { MarkdownIt } from 'markdown-it';

  interface ContainerToken {
    readonly nesting: number;
    readonly info: string;
  }

  interface ContainerOptions {
    readonly marker?: string;
    readonly validate?: (params: string) => boolean;
    readonly render?: (tokens: readonly ContainerToken[], index: number) => string;
  }

  export default function container(md: MarkdownIt, name: string, options?: ContainerOptions): void;
}
