process.stdout.write('vigil\n');
