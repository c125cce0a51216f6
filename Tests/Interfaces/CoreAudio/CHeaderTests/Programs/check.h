// Ends a program where something is not as it should be, and says where. The program includes <stdio.h> and <stdlib.h>, or a
// header of Core Audio that must bring them.
#pragma once

#define CHECK(condition)                                                                                        \
    do {                                                                                                        \
        if (!(condition)) {                                                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                     \
            exit(1);                                                                                            \
        }                                                                                                       \
    } while (0)
