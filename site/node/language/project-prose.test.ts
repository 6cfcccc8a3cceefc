import { describe, expect, it } from 'vitest';
import { proseOfProject } from './project-prose.ts';

describe('the prose of a project', () => {
  it.each([
    {
      file: 'python/readme',
      text: '# {{name}}\n\nAt <http://a{{prefix}}>.',
      prose: '\n\nAt `http://a{{prefix}}`.',
    },
    {
      file: 'app/a.py',
      text: '"""One line."""\n\nA = """no"""\nB = """\nno\n"""\n    """Two\n\n    lines."""\ncall("#a")  # After code.',
      prose: 'One line.\n\n\n\n\n\nTwo\n\nlines.\nAfter code.',
    },
    {
      file: 'A.java',
      text: '/**\n * Calls {@link Tasks}.\n *\n * <p>More.\n * @param id what it is\n */\nString url = "http://a"; // Why.',
      prose: '\nCalls `Tasks`.\n\nMore.\n- what it is\n\nWhy.',
    },
    {
      file: 'a.ts',
      text: '/** @throws Problem when it fails */\nconst one = 1;',
      prose: '- when it fails\n',
    },
    { file: 'pom.xml', text: '<a>text</a>\n<!-- A\nremark. -->', prose: '\nA\nremark.' },
    { file: 'schema.sql', text: '-- A remark.\nselect 1', prose: 'A remark.\n' },
    { file: 'gitignore', text: '# A remark.\n*.log', prose: 'A remark.\n' },
    { file: 'Dockerfile', text: '#!shebang\nRUN a\n# A remark.', prose: '\n\nA remark.' },
    { file: 'a.json', text: '{ "a": "# no" }', prose: '' },
  ])('of $file is what a person reads, on its line', ({ file, text, prose }) => {
    expect(proseOfProject(file, text)).toBe(prose);
  });
});
